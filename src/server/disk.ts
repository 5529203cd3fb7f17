import fs, { existsSync, mkdirSync } from 'node:fs';
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

/**
 * Creates a folder and its parents. Node's own recursive mkdir never ends where the system refuses folders, as below
 * /proc.
 */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(path.dirname(path.resolve(folder)));
  mkdirSync(folder);
}

/** Writes a file, or the names in a folder, through to the disk, so that they survive a power failure. */
export function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } catch (error) {
    // Windows syncs no folder, and some file systems of networks neither.
    if (!fs.fstatSync(descriptor).isDirectory()) throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Writes all files of a folder through to the disk, then their names, then the folder's own name. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(path.join(entry.parentPath, entry.name));
  }
  syncPath(folder);
  syncPath(path.dirname(path.resolve(folder)));
}
