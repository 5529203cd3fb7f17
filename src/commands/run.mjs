import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { must, runNode, tools } from './support/process.mjs';

const [task = '', ...rest] = process.argv.slice(2);

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  /** Lint, format, import boundaries, then types, `.astro` files included. */
  check: async () => {
    await must(runNode([tools.biome, 'check', '--error-on-warnings', '.']));
    await must(runNode([tools.astro, 'sync', '--silent']));
    await must(runNode([tools.astro, 'check', '--minimumFailingSeverity', 'warning']));
  },
  fix: () => must(runNode([tools.biome, 'check', '--write', '.'])),
  build: () => ensureBuilt(),
  seed: () => must(runNode(['src/commands/seed.ts', ...rest])),
  ingest: () => must(runNode(['src/commands/ingest.ts', ...rest])),
  bench: async () => {
    await ensureChromium();
    await ensureBuilt();
    await must(runNode(['tests/bench/run.ts', ...rest]));
  },
  pictures: async () => {
    await ensureChromium();
    await must(runNode(['src/commands/make-pictures.mjs', ...rest]));
  },
  'db:generate': () =>
    must(runNode([tools.drizzle, 'generate', '--config', 'src/server/db/drizzle.config.ts', ...rest])),
};

const chosen = tasks[task];
if (!chosen) {
  console.error(`There is no task '${task}'. There are: ${Object.keys(tasks).join(', ')}.`);
  process.exit(1);
}
await ensureInstalled();
await chosen();
