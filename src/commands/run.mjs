import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { findDeadCode, runChecks } from './support/check.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { planMigration } from './support/migration.mjs';
import { exitOnFailure, root, runNode, tools } from './support/process.mjs';

const [task = '', ...rest] = process.argv.slice(2);

/** Without limits, the engine collects garbage only when it has used several hundred megabytes. */
const smallHeap = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  check: async () => {
    const changed = rest.includes('--changed');
    if (rest.includes('--dead-code')) process.exit(await findDeadCode());
    process.exit(await runChecks({ changed, deadCode: !changed && !rest.includes('--no-dead-code') }));
  },
  fix: async () => {
    await exitOnFailure(runNode([tools.biome, 'check', '--write', '.']));
  },
  build: () => ensureBuilt(),
  seed: runFile('seed'),
  ingest: runFile('ingest', smallHeap),
  statistics: runFile('statistics'),
  backup: runFile('backup', smallHeap),
  restore: runFile('restore', smallHeap),
  dump: runFile('dump', smallHeap),
  bench: async () => {
    await ensureChromium();
    await ensureBuilt();
    await exitOnFailure(runNode(['tests/bench/run.ts', ...rest]));
  },
  compare: async () => {
    if (rest.includes('--screens')) await ensureChromium();
    await exitOnFailure(runNode(['src/commands/compare.ts', ...rest]));
  },
  pictures: async () => {
    const data = { DATA_DIR: path.join(root, '.cache/pictures/data') };
    await ensureChromium();
    await ensureBuilt();
    await seedFrozen(data);
    await exitOnFailure(runNode(['src/commands/make-pictures.mjs', ...rest], data));
  },
  'db:generate': addMigration,
  new: runFile('new'),
  release: runFile('release'),
  'check:features': async () => {
    await ensureBuilt();
    await exitOnFailure(runNode(['src/commands/check-features.ts', ...rest]));
  },
};

/** The tasks of those who change the portal; all others are an operator's. */
const maintenance = new Set([
  'check',
  'check:features',
  'fix',
  'bench',
  'compare',
  'pictures',
  'db:generate',
  'new',
  'release',
]);

const chosen = tasks[task] ?? findTaskOfFeature();
if (!chosen) {
  console.error(`There is no task '${task}'. There are: ${Object.keys(tasks).join(', ')}.`);
  process.exit(1);
}
await ensureInstalled({ withTools: maintenance.has(task) });
await chosen();

/** A command of a feature: `commands/TASK.ts` of its folder, with `-` for `:`. Its first line may name flags of Node: `#!/usr/bin/env -S node --flag`. */
function findTaskOfFeature() {
  const folder = path.join(root, 'src/features');
  const file = readdirSync(folder)
    .map((name) => `src/features/${name}/commands/${task.replace(':', '-')}.ts`)
    .find((each) => existsSync(path.join(root, each)));
  if (file === undefined) return undefined;
  const flags = /^#!.*\bnode (.+)/.exec(readFileSync(path.join(root, file), 'utf8'))?.[1]?.split(' ') ?? [];
  return () => exitOnFailure(runNode([...flags, file, ...rest]));
}

/** @param {string} name @param {readonly string[]} [flags] */
function runFile(name, flags = []) {
  return () => exitOnFailure(runNode([...flags, `src/commands/${name}.ts`, ...rest]));
}

/**
 * Writes the demonstration data of the day on which the clock of compared pages stands still.
 * @param {{ DATA_DIR: string }} data
 */
async function seedFrozen(data) {
  const frozen = ['--import', './tests/support/freeze-clock.ts'];
  await exitOnFailure(runNode([...frozen, 'src/commands/seed.ts'], data));
  await exitOnFailure(runNode([...frozen, 'src/commands/statistics.ts'], data));
}

/**
 * Adds a migration of this name: `npm run db:generate -- gage_visit`. It is empty, unless `--like dataset` makes it create
 * the table of another content model.
 */
async function addMigration() {
  const [name, option, model] = rest;
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    console.error('Name the migration: npm run db:generate -- gage_visit');
    process.exit(1);
  }
  const like = option === '--like' ? model : undefined;
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  const files = planMigration(name, { like, now: new Date(), read });
  for (const { file, text } of files) writeFileSync(path.join(root, file), text);
  console.log(files[0]?.file);
}
