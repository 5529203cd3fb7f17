import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './process.mjs';

const cache = path.join(root, '.cache');

/** Where the runners write their results as JSON: Vitest, and the two runs of Playwright. */
export const reports = {
  vitest: path.join(cache, 'vitest.json'),
  flows: path.join(cache, 'flows.json'),
  lighthouse: path.join(cache, 'lighthouse.json'),
};

const slowestCount = 10;

/** Removes the results of an earlier run. */
export function clearReports() {
  for (const file of Object.values(reports)) rmSync(file, { force: true });
}

/**
 * Prints the slowest tests, those that passed only when run again, those that failed, and, as the last line, how many
 * passed, failed and were skipped.
 * @returns {number} how many passed
 */
export function printReports() {
  const unit = read(reports.vitest);
  const flows = [reports.flows, reports.lighthouse].map(read).filter(Boolean);
  const tests = [...vitestTests(unit), ...flows.flatMap(({ suites }) => playwrightTests(suites))];
  tests.sort((one, other) => other.seconds - one.seconds);
  console.log(`\nThe slowest ${Math.min(slowestCount, tests.length)} tests:`);
  for (const { seconds, name } of tests.slice(0, slowestCount)) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
  const flaky = tests.filter((test) => test.isFlaky);
  if (flaky.length > 0) console.log('\nPassed only when run again (find out why):');
  for (const { name } of flaky) console.log(`  ${name}`);
  const failures = [
    ...tests.filter((test) => test.hasFailed).map(({ name }) => name),
    ...brokenFiles(unit).map(
      (/** @type {any} */ file) => `${path.relative(root, file.name)} (the file itself)`,
    ),
  ];
  if (failures.length > 0) console.log('\nFailed:');
  for (const name of failures) console.log(`  ${name}`);
  const sum = (/** @type {string[]} */ ...names) =>
    [unit, ...flows.map(({ stats }) => stats)]
      .flatMap((counts) => names.map((name) => counts?.[name] ?? 0))
      .reduce((total, count) => total + count, 0);
  const passed = sum('numPassedTests', 'expected', 'flaky');
  const failed = sum('numFailedTests', 'unexpected') + brokenFiles(unit).length;
  const notRun = sum('numPendingTests', 'numTodoTests', 'skipped');
  console.log(`\n${passed} passed, ${failed} failed, ${notRun} skipped`);
  return passed;
}

/**
 * Files that failed outside their tests, which are in no count of tests.
 * @param {any} report
 */
function brokenFiles(report) {
  return (report?.testResults ?? []).filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  );
}

/**
 * @typedef {{ seconds: number, name: string, isFlaky: boolean, hasFailed: boolean }} TimedTest
 * @param {any} report
 * @returns {TimedTest[]}
 */
function vitestTests(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults.map((/** @type {any} */ test) => ({
      seconds: (test.duration ?? 0) / 1000,
      name: `${path.relative(root, file.name)} › ${test.fullName}`,
      isFlaky: false,
      hasFailed: test.status === 'failed',
    })),
  );
}

/**
 * @param {any[]} suites
 * @returns {TimedTest[]}
 */
function playwrightTests(suites) {
  return suites.flatMap((suite) => [
    ...playwrightTests(suite.suites ?? []),
    ...(suite.specs ?? []).map((/** @type {any} */ spec) => ({
      seconds:
        spec.tests
          .flatMap((/** @type {any} */ test) => test.results)
          .reduce((/** @type {number} */ sum, /** @type {any} */ result) => sum + result.duration, 0) / 1000,
      name: `tests/${suite.file} › ${spec.title}`,
      isFlaky: spec.tests.some((/** @type {any} */ test) => test.status === 'flaky'),
      hasFailed: spec.tests.some((/** @type {any} */ test) => test.status === 'unexpected'),
    })),
  ]);
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
