import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run } from './process.mjs';

const stamp = path.join(root, 'node_modules/.installed');

/** Installs the packages of the lock file unless that has been done; a failed install is tried once more. */
export async function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages…');
  const parameters = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
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
