import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { ensureInstalled } from './support/install.mjs';
import { ensurePostgres } from './support/postgres.mjs';
import { exitOnFailure, root, runNode, tools } from './support/process.mjs';

await ensureInstalled();
await ensureChromium();
await ensurePostgres();

const cache = path.join(root, '.cache');
mkdirSync(cache, { recursive: true });
const unitReport = path.join(cache, 'unit.json');
const e2eReport = path.join(cache, 'e2e.json');
for (const report of [unitReport, e2eReport]) rmSync(report, { force: true });

await exitOnFailure(runNode(['src/commands/run.mjs', 'check']));
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
const e2eCode = await runNode([tools.playwright, 'test', '--config', 'tests/playwright.config.ts']);

const unit = read(unitReport);
const e2e = read(e2eReport);
const passed = (unit?.numPassedTests ?? 0) + (e2e?.stats?.expected ?? 0) + (e2e?.stats?.flaky ?? 0);
const failed = (unit?.numFailedTests ?? 0) + (e2e?.stats?.unexpected ?? 0);
const skipped = (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0) + (e2e?.stats?.skipped ?? 0);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(unitCode || e2eCode || (passed === 0 ? 1 : 0));

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
