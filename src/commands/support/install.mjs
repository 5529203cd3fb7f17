import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run } from './process.mjs';

const stamp = path.join(root, 'node_modules/.installed');

/**
 * Installs the packages of the lock file unless that has been done; a failed install is tried once more. Checks, tests and
 * benchmarks need the tools too, which are a third of all packages.
 * @param {{ withTools?: boolean }} [options]
 */
export async function ensureInstalled({ withTools = true } = {}) {
  const all = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const wanted = withTools ? all : `${all} without tools`;
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === all || installed === wanted) return;
  console.log(withTools ? 'Installing packages…' : 'Installing packages, without those for tests…');
  const parameters = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!withTools) parameters.push('--omit=dev');
  let code = await run('npm', parameters);
  if (code !== 0) code = await run('npm', parameters);
  if (code !== 0) {
    console.error(
      'The packages could not be installed. Check the connection to the npm registry and try again.',
    );
    process.exit(code);
  }
  writeFileSync(stamp, wanted);
}
