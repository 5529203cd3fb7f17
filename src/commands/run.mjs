import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { exitOnFailure, runNode, tools } from './support/process.mjs';

const [task = '', ...rest] = process.argv.slice(2);

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  /** Lint, format, import boundaries, then types, `.astro` files included. */
  check: async () => {
    await exitOnFailure(runNode([tools.biome, 'check', '--error-on-warnings', '.']));
    await exitOnFailure(runNode([tools.astro, 'sync', '--silent']));
    await exitOnFailure(runNode([tools.astro, 'check', '--minimumFailingSeverity', 'warning']));
  },
  fix: () => exitOnFailure(runNode([tools.biome, 'check', '--write', '.'])),
  build: () => ensureBuilt(),
  seed: () => exitOnFailure(runNode(['src/commands/seed.ts', ...rest])),
  ingest: () => exitOnFailure(runNode(['src/commands/ingest.ts', ...rest])),
  bench: async () => {
    await ensureChromium();
    await ensureBuilt();
    await exitOnFailure(runNode(['tests/bench/run.ts', ...rest]));
  },
  pictures: async () => {
    await ensureChromium();
    await exitOnFailure(runNode(['src/commands/make-pictures.mjs', ...rest]));
  },
  'db:generate': () =>
    exitOnFailure(
      runNode([tools.drizzle, 'generate', '--config', 'src/server/db/drizzle.config.ts', ...rest]),
    ),
};

const chosen = tasks[task];
if (!chosen) {
  console.error(`There is no task '${task}'. There are: ${Object.keys(tasks).join(', ')}.`);
  process.exit(1);
}
await ensureInstalled();
await chosen();
