import path from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureChromium } from './support/chromium.mjs';
import { partVariable, watchCpuTime } from './support/cpu-time.mjs';
import { ensureFirefox } from './support/firefox.mjs';
import { flowDataFolder, prepareFlowData } from './support/flow-data.mjs';
import { ensureInstalled } from './support/install.mjs';
import { measureMachineUnit } from './support/machine-unit.mjs';
import { ensurePostgres } from './support/postgres.mjs';
import { root, runNode, tools } from './support/process.mjs';
import { chooseScratchFolder } from './support/scratch.mjs';
import { clearReports, printReports, reports } from './support/test-report.mjs';

// `npm test` has the checks, the unit, chart and API tests and some flows, within a limit of processor time;
// `npm run test:full` has the others: what takes long or needs a quiet machine: files `NAME.full.test.ts` and tests with the tag `full`,
// random cases by the hundred, all flows over the whole demonstration, kill runs, ratios of times, recipes, Lighthouse.
// Names of files or folders after `--` run only these, each in the project that it belongs to.
const isFull = process.argv.includes('--full');
const names = process.argv.slice(2).filter((parameter) => !parameter.startsWith('-'));
const isFlow = (/** @type {string} */ name) => /\.spec\.ts|tests\/e2e/.test(name);
// The folder of a feature has both.
const isFeature = (/** @type {string} */ name) => /tests\/features\/[\w-]+\/?$/.test(name);
const flowNames = names.filter((name) => isFlow(name) || isFeature(name));
const unitNames = names.filter((name) => !isFlow(name));
const hasNames = names.length > 0;
const isQuick = !isFull && !hasNames;

/**
 * What `npm test` may take, in units of the machine's work (see `npm run bench`). It takes 950 to 1,180, because the unit is
 * measured once and is 0.16 to 0.21 s on one machine.
 */
const maxUnits = 1500;

/** What runs together, one after another: whole kill runs beside flows would take each other's processor. */
const steps = hasNames
  ? [{ unit: ['fast', 'template', 'full', 'quiet'], flows: ['fullFlows', 'lighthouse'] }]
  : isFull
    ? [
        { unit: ['embedded', 'full', 'quiet'], flows: [] },
        { unit: [], flows: ['fullFlows'] },
        { unit: [], flows: ['lighthouse'] },
      ]
    : [{ unit: ['fast', 'template'], flows: ['flows'] }];

// What runs is ended by the same signal, and nothing more is started.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true));
process.once('exit', chooseScratchFolder());
// Tests start hundreds of processes, each in half the time.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/compiled');

const installed = ensureInstalled();
await ensureChromium(installed);
await ensurePostgres();
if (isFull) await ensureFirefox();
await installed;
clearReports();
const unit = isQuick ? await measureMachineUnit() : undefined;
const cpuTime = watchCpuTime();

const hasFlows = !hasNames || flowNames.length > 0;
// The benchmarks and the container among the full tests need the pages.
if (isFull && !hasNames) await ensureBuilt();
// Tests wait for processes, databases, frames and timers much of the time, in which the checks, the build and the other
// kind of tests are done.
let checkCode = 0;
const prepared = buildAndCheck();
const codes = [];
for (const { unit: unitProjects, flows } of steps) {
  codes.push(...(await Promise.all([runUnitTests(unitProjects), runFlows(flows)])));
  if (isStopped) process.exit(130);
}
const dataCode = await prepared;
const passed = printReports();
if (checkCode !== 0) console.log('The checks found faults: they are above.');
if (dataCode !== 0)
  console.log('The demonstration data could not be written, so no flow was run: see above.');
const isWithinLimit = unit === undefined || printCpuTime(unit);
process.exit(
  checkCode || dataCode || codes.find((code) => code !== 0) || (passed === 0 || !isWithinLimit ? 1 : 0),
);

/** @param {readonly string[]} unitProjects */
async function runUnitTests(unitProjects) {
  if (unitProjects.length === 0 || (hasNames && unitNames.length === 0)) return 0;
  return runNode(
    [
      tools.vitest,
      'run',
      '--config',
      'tests/vitest.config.ts',
      ...unitProjects.flatMap((name) => ['--project', name]),
      ...(isQuick ? ['--tags-filter=!full'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports.vitest}`,
      ...unitNames,
    ],
    { [partVariable]: 'unit' },
  );
}

/**
 * Builds the pages and writes the data of the flows. Beside them run the checks, which fail the run and stop nothing;
 * the long tests have the search for dead code, which takes longest.
 * @returns {Promise<number>} the exit code of what the flows need
 */
async function buildAndCheck() {
  const run = (/** @type {string} */ task, /** @type {string[]} */ ...options) =>
    runNode(['src/commands/run.mjs', task, ...options], { [partVariable]: task }, 'held');
  const prepareData = async () => {
    if (!hasFlows || isStopped) return 0;
    // Named flows may follow each other quickly, so they go on with the data of the last run.
    return prepareFlowData(isQuick ? 'sample' : 'demonstration', { isFresh: !hasNames });
  };
  const buildCode = hasFlows ? await run('build') : 0;
  const [code] = await Promise.all([
    prepareData(),
    // After the build, which writes the types of Astro.
    !hasNames && run('check', isFull ? '--dead-code' : '--no-dead-code').then((found) => (checkCode = found)),
  ]);
  return buildCode || code;
}

/** @param {readonly string[]} flowProjects */
async function runFlows(flowProjects) {
  const isReady = (await prepared) === 0 && !isStopped;
  if (!isReady || !hasFlows || flowProjects.length === 0) return 0;
  const [first] = flowProjects;
  return runNode(
    [
      tools.playwright,
      'test',
      '--config',
      'tests/playwright.config.ts',
      ...flowProjects.map((name) => `--project=${name}`),
      // What `npm test` has.
      ...(isFull && first === 'fullFlows' ? ['--grep-invert=@quick'] : []),
      ...flowNames,
      // A feature may have no flows.
      ...(flowNames.some(isFeature) ? ['--pass-with-no-tests'] : []),
    ],
    {
      [partVariable]: 'flows',
      PLAYWRIGHT_JSON_OUTPUT_FILE: first === 'lighthouse' ? reports.lighthouse : reports.flows,
      E2E_DATA: flowDataFolder(isQuick ? 'sample' : 'demonstration'),
    },
  );
}

/**
 * Prints the processor time by part, and whether it is within the limit of `npm test`.
 * @param {number} unit the machine's unit of work in seconds of processor time
 */
function printCpuTime(unit) {
  const parts = cpuTime.seconds();
  if (parts === undefined) return true;
  const total = Object.values(parts).reduce((sum, seconds) => sum + seconds, 0);
  const timeText = (/** @type {number} */ seconds) =>
    `${(seconds / 60).toFixed(2).padStart(6)} min ${(seconds / unit).toFixed(0).padStart(6)} units`;
  console.log(`\nProcessor time, with PostgreSQL and Chromium (one unit took ${unit.toFixed(2)} s here):`);
  for (const [part, seconds] of Object.entries(parts)) console.log(`${timeText(seconds)}  ${part}`);
  console.log(`${timeText(total)}  in all, of ${maxUnits} units at most`);
  if (total / unit <= maxUnits) return true;
  console.log('That is too much: move what takes long to the long tests (see Contributing).');
  return false;
}
