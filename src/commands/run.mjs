import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { exitOnFailure, runNode, tools } from './support/process.mjs';

const [task = '', ...rest] = process.argv.slice(2);

/** Without limits, the engine collects garbage only when it has used several hundred megabytes. */
const smallHeap = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  /**
   * Lint and format, then types beside imports, names, links and dead code. The compiler remembers what has not
   * changed, which `astro check` cannot, so that one gets the `.astro` files only.
   */
  check: async () => {
    await exitOnFailure(runNode([tools.biome, 'check', '--error-on-warnings', '.']));
    await exitOnFailure(runNode([tools.astro, 'sync', '--silent']));
    const astroOnly = ['--minimumFailingSeverity', 'warning', '--tsconfig', 'tests/tsconfig.astro.json'];
    const codes = await Promise.all([
      runNode([tools.tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/tsbuildinfo']),
      runNode([tools.astro, 'check', ...astroOnly]),
      runNode(['tests/checks/run.ts']),
      runNode([tools.knip, '--no-progress', '--config', 'tests/knip.json']),
    ]);
    if (codes.some((code) => code !== 0)) process.exit(1);
  },
  fix: async () => {
    await exitOnFailure(runNode([tools.biome, 'check', '--write', '.']));
    await exitOnFailure(runNode(['tests/checks/run.ts', '--write']));
  },
  build: () => ensureBuilt(),
  seed: () => exitOnFailure(runNode(['src/commands/seed.ts', ...rest])),
  basin: () => exitOnFailure(runNode(['src/commands/basin.ts', ...rest])),
  ingest: () => exitOnFailure(runNode([...smallHeap, 'src/commands/ingest.ts', ...rest])),
  statistics: () => exitOnFailure(runNode(['src/commands/statistics.ts', ...rest])),
  backup: () => exitOnFailure(runNode([...smallHeap, 'src/commands/backup.ts', ...rest])),
  restore: () => exitOnFailure(runNode([...smallHeap, 'src/commands/restore.ts', ...rest])),
  'export:parquet': () => exitOnFailure(runNode([...smallHeap, 'src/commands/export-parquet.ts', ...rest])),
  dump: () => exitOnFailure(runNode([...smallHeap, 'src/commands/dump.ts', ...rest])),
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
