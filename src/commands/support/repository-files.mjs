import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './process.mjs';

/**
 * Tracked and new files of the working tree, without ignored ones, by their paths from the root with `/`.
 * @returns {readonly string[]}
 */
export function filesOfRepository() {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
}
