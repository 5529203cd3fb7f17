import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasAstroTypes, stampAstroTypes } from './build.mjs';
import { root, runNode, tools } from './process.mjs';

const cached = (/** @type {string} */ name) => path.join(root, '.cache', name);
const read = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * Runs all checks and reports all that is wrong: lint and format, types, types in `.astro` files, names, imports, links
 * and front matter, dead code. With `changed`, lint and format only of files that differ from the last commit. The
 * search for dead code takes as long as half the others: it may be left out. The compiler remembers what has not changed; `astro check` cannot, so it runs only when an `.astro` file or
 * what one imports has changed since it last found nothing.
 * @param {{ changed?: boolean, deadCode?: boolean }} options
 * @returns {Promise<number>} the exit code
 */
export async function runChecks({ changed = false, deadCode = true }) {
  const typed = writeAstroTypes();
  const own = runNode(['tests/checks/run.ts'], {}, 'held');
  const codes = await Promise.all([
    own,
    checkFormat(changed),
    typed.then((code) => code || checkTypes()),
    Promise.all([own, typed]).then(([, code]) => code || checkPages()),
    ...(deadCode ? [findDeadCode()] : []),
  ]);
  return codes.some((code) => code !== 0) ? 1 : 0;
}

/** @returns {Promise<number>} the exit code */
export function findDeadCode() {
  return runNode([tools.knip, '--no-progress', '--config', 'tests/knip.json'], {}, 'held');
}

async function writeAstroTypes() {
  if (hasAstroTypes()) return 0;
  const code = await runNode([tools.astro, 'sync', '--silent'], {}, 'held');
  if (code === 0) stampAstroTypes();
  return code;
}

/** @param {boolean} changed */
function checkFormat(changed) {
  const files = changed ? changedFiles() : ['.'];
  if (files.length === 0) return 0;
  const options = ['--error-on-warnings', '--no-errors-on-unmatched'];
  return runNode([tools.biome, 'check', ...options, ...files], {}, 'held');
}

function checkTypes() {
  // One thread takes half the processor time of several, and the other checks have the other cores.
  const options = [
    '--noEmit',
    '--incremental',
    '--singleThreaded',
    '--tsBuildInfoFile',
    '.cache/tsbuildinfo',
  ];
  return runNode([tools.tsc, ...options], {}, 'held');
}

/** Checks the types of `.astro` files, unless the own checks found that nothing they depend on has changed. */
async function checkPages() {
  const inputs = read(cached('astro-inputs'));
  if (inputs !== undefined && read(cached('astro-checked')) === inputs) return 0;
  const options = ['--minimumFailingSeverity', 'warning', '--tsconfig', 'tests/tsconfig.astro.json'];
  const code = await runNode([tools.astro, 'check', ...options], {}, 'held');
  if (code === 0 && inputs !== undefined) writeFileSync(cached('astro-checked'), inputs);
  return code;
}

function changedFiles() {
  const git = (/** @type {string[]} */ ...parameters) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}
