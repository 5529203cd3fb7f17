import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { ensurePostgres } from './support/postgres.mjs';
import { must, root, runNode, tools } from './support/process.mjs';

await ensureInstalled();
await ensureChromium();
await ensurePostgres();

const cache = path.join(root, '.cache');
mkdirSync(cache, { recursive: true });
const unitReport = path.join(cache, 'unit.json');
const flowReport = path.join(cache, 'e2e.json');
for (const report of [unitReport, flowReport]) rmSync(report, { force: true });

await must(runNode(['src/commands/run.mjs', 'check']));
const unitCode = await runNode([
  tools.vitest,
  'run',
  '--config',
  'tests/vitest.config.ts',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
await ensureBuilt();
rmSync(path.join(cache, 'e2e-data'), { recursive: true, force: true });
const flowCode = await runNode([tools.playwright, 'test', '--config', 'tests/playwright.config.ts']);

const unit = read(unitReport);
const flows = read(flowReport);
const passed = (unit?.numPassedTests ?? 0) + (flows?.stats?.expected ?? 0) + (flows?.stats?.flaky ?? 0);
const failed = (unit?.numFailedTests ?? 0) + (flows?.stats?.unexpected ?? 0);
const skipped = (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0) + (flows?.stats?.skipped ?? 0);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(unitCode || flowCode || (passed === 0 ? 1 : 0));

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
