import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Finds the account for programs that refuse to run as root: `postgres` where this process is root, otherwise its own.
 * Returns undefined if that account does not exist.
 */
export async function findServerAccount(): Promise<{ uid?: number; gid?: number } | undefined> {
  if (process.getuid?.() !== 0) return {};
  try {
    const ids = await Promise.all(
      ['-u', '-g'].map((option) => promisify(execFile)('id', [option, 'postgres'])),
    );
    const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout));
    return { uid, gid };
  } catch {
    return undefined;
  }
}
