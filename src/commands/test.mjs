import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { ensurePostgres } from './support/postgres.mjs';
import { exitOnFailure, root, runNode, tools } from './support/process.mjs';
import { clearReports, printReports, reports } from './support/test-report.mjs';

// `npm test` has the checks, the unit, API and chart tests and the flows; `npm run test:full` what takes minutes
// or needs a quiet machine: the flows tagged @full, long kill runs, wall-clock ratios, recipes, Lighthouse.
const isFull = process.argv.includes('--full');

await ensureInstalled();
await ensureChromium();
await ensurePostgres();
clearReports();

if (!isFull) await exitOnFailure(runNode(['src/commands/run.mjs', 'check']));
const unitCode = await runNode([
  tools.vitest,
  'run',
  '--config',
  'tests/vitest.config.ts',
  ...(isFull ? ['embedded', 'full', 'quiet'] : ['fast']).flatMap((name) => ['--project', name]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reports.vitest}`,
]);
const flowData = path.join(root, '.cache/e2e-data');
rmSync(flowData, { recursive: true, force: true });
// The seeding takes one core. A failure shows when the flows start the portal.
await Promise.all([ensureBuilt(), runNode(['src/commands/seed.ts'], { DATA_DIR: flowData })]);
let flowCode = 0;
for (const project of isFull
  ? /** @type {const} */ (['fullFlows', 'lighthouse'])
  : /** @type {const} */ (['flows'])) {
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reports[project];
  const options = ['--config', 'tests/playwright.config.ts', '--project', project];
  const code = await runNode([tools.playwright, 'test', ...options]);
  flowCode ||= code;
}
const passed = printReports();
process.exit(unitCode || flowCode || (passed === 0 ? 1 : 0));
