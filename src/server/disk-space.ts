import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

/** The bytes that this account may still write to a folder or, before it is created, to the one where it will be. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingFolder(folder));
  return bavail * bsize;
}

/** The bytes that the portal may still write where it stores data and files: the lower number, if these are two disks. */
export async function readFreeDiskBytes({
  dataDir,
  files,
}: Pick<Config, 'dataDir' | 'files'>): Promise<number> {
  const folders = [dataDir, ...(files.kind === 'folder' ? [files.folder] : [])];
  return Math.min(...(await Promise.all(folders.map(readFreeBytes))));
}

function existingFolder(folder: string): string {
  const full = path.resolve(folder);
  return existsSync(full) || path.dirname(full) === full ? full : existingFolder(path.dirname(full));
}
