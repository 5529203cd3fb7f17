import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run } from './process.mjs';

const packages = path.join(root, 'node_modules');
const stamp = path.join(packages, '.installed');
const withoutTools = ' without tools';

/**
 * Installs the packages of the lock file unless that has been done; a failed install is tried once more. Checks, tests and
 * benchmarks need the tools too, which are a third of all packages.
 * @param {{ withTools?: boolean }} [options]
 */
export async function ensureInstalled(options = {}) {
  const all = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  // Where they have been installed, an update brings them too.
  const hasTools = installed !== '' && !installed.endsWith(withoutTools);
  const withTools = (options.withTools ?? true) || hasTools;
  const wanted = withTools ? all : all + withoutTools;
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
  removeUnread(packages, { withTools });
  writeFileSync(stamp, wanted);
}

/**
 * Whether nothing reads a file of a package: source maps and the C headers of Node; without the tools, types,
 * documentation and tests too. Licenses stay. `file` is the path inside node_modules, with slashes.
 * @param {string} file
 * @param {{ withTools: boolean }} options
 */
export function isUnread(file, { withTools }) {
  if (/(^|\/)node-[a-z]+-[a-z0-9]+\/(include|share)\//.test(file)) return true;
  if (/\.(m?js|cjs|css|d\.[mc]?ts)\.map$/.test(file)) return true;
  // Astro writes the types of the collections from a template.
  if (withTools || /(^|\/)astro\/([^/]+$|templates\/)/.test(file)) return false;
  return (
    /(\.d\.[mc]?ts|(^|\/)(readme|changelog|history)(\.md|\.markdown)?)$/i.test(file) ||
    /(^|node_modules\/)(@[^/]+\/[^/]+|[^@/][^/]*)\/(docs?|tests?|__tests__|examples?|benchmarks?)\//.test(
      file,
    )
  );
}

/**
 * Removes the files of packages that nothing reads: a third of all megabytes.
 * @param {string} folder
 * @param {{ withTools: boolean }} options
 */
function removeUnread(folder, options) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(full, options);
    else if (entry.isFile()) {
      const file = path.relative(packages, full).replaceAll(path.sep, '/');
      if (isUnread(file, options)) rmSync(full);
    }
  }
}
