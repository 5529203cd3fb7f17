import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** The bytes that this account may still write to a folder or, before it is created, to the one where it will be. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingFolder(folder));
  return bavail * bsize;
}

function existingFolder(folder: string): string {
  const full = path.resolve(folder);
  return existsSync(full) || path.dirname(full) === full ? full : existingFolder(path.dirname(full));
}
