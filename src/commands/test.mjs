import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { prepareFlowData } from './support/flow-data.mjs';
import { ensureInstalled } from './support/install.mjs';
import { ensurePostgres } from './support/postgres.mjs';
import { root, runNode, tools } from './support/process.mjs';
import { chooseScratchFolder } from './support/scratch.mjs';
import { clearReports, printReports, reports } from './support/test-report.mjs';

// `npm test` has the checks, the unit, API and chart tests and the flows; `npm run test:full` what takes minutes
// or needs a quiet machine: the flows tagged @full, long kill runs, wall-clock ratios, recipes, Lighthouse. Names of files
// or folders after `--` run only these, each in the project that it belongs to.
const isFull = process.argv.includes('--full');
const names = process.argv.slice(2).filter((parameter) => !parameter.startsWith('-'));
const isFlow = (/** @type {string} */ name) => /\.spec\.ts|tests\/e2e/.test(name);
const flowNames = names.filter(isFlow);
const unitNames = names.filter((name) => !isFlow(name));
const hasNames = names.length > 0;
/** What runs together, one after another: whole kill runs beside flows would take each other's processor. */
const steps = hasNames
  ? [{ unit: ['fast', 'full', 'quiet'], flows: ['flows', 'fullFlows', 'lighthouse'] }]
  : isFull
    ? [
        { unit: ['embedded', 'full', 'quiet'], flows: [] },
        { unit: [], flows: ['fullFlows'] },
        { unit: [], flows: ['lighthouse'] },
      ]
    : [{ unit: ['fast'], flows: ['flows'] }];

// What runs is ended by the same signal, and nothing more is started.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true));
process.once('exit', chooseScratchFolder());
// Tests start hundreds of processes, each in half the time.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/compiled');

const installed = ensureInstalled();
await ensureChromium(installed);
await ensurePostgres();
await installed;
clearReports();

const hasFlows = !hasNames || flowNames.length > 0;
// The benchmarks and the container among the full tests need the pages.
if (isFull && !hasNames) await ensureBuilt();
// Tests wait for processes, databases, frames and timers much of the time, in which the checks, the build and the other
// kind of tests are done.
const checked = checkAndPrepare();
const codes = [];
for (const { unit, flows } of steps) {
  codes.push(...(await Promise.all([runUnitTests(unit), runFlows(flows)])));
  if (isStopped) process.exit(130);
}
const checkCode = await checked;
const passed = printReports();
if (checkCode !== 0)
  console.log('The checks or the demonstration data failed, so no flow was run: their output is above.');
process.exit(checkCode || codes.find((code) => code !== 0) || (passed === 0 ? 1 : 0));

/** @param {readonly string[]} unitProjects */
async function runUnitTests(unitProjects) {
  if (unitProjects.length === 0 || (hasNames && unitNames.length === 0)) return 0;
  return runNode([
    tools.vitest,
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...unitProjects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports.vitest}`,
    ...unitNames,
  ]);
}

/** Runs the checks, which `npm test` has, and makes ready what the flows need. */
async function checkAndPrepare() {
  if (!isFull && !hasNames) {
    const code = await runNode(['src/commands/run.mjs', 'check'], {}, 'held');
    if (code !== 0) return code;
  }
  if (isStopped || !hasFlows) return 0;
  // Named flows may follow each other quickly, so they go on with the data of the last run.
  const [, code] = await Promise.all([ensureBuilt(), prepareFlowData({ isFresh: !hasNames })]);
  return code;
}

/** @param {readonly string[]} flowProjects */
async function runFlows(flowProjects) {
  const isReady = (await checked) === 0 && !isStopped;
  if (!isReady || !hasFlows || flowProjects.length === 0) return 0;
  const [first] = flowProjects;
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = first === 'lighthouse' ? reports.lighthouse : reports.flows;
  return runNode([
    tools.playwright,
    'test',
    '--config',
    'tests/playwright.config.ts',
    ...flowProjects.map((name) => `--project=${name}`),
    ...flowNames,
  ]);
}
