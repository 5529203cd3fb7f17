import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureFolder } from '#server/disk.ts';
import { type BulkFile, BulkManifest } from '../contract.ts';

/** The folder of the files, each set of which has a folder of its own. */
export const bulkFolder = (dataDir: string) => path.join(dataDir, 'bulk');

/** A complete set of files. */
export type BulkSet = { readonly folder: string; readonly manifest: BulkManifest };

/** Whoever reads a file by ranges has that long to reach its end after new ones have taken its place. */
const formerMs = 3_600_000;

const manifestName = 'manifest.json';
const partSuffix = '.part';

/** Names of sets, the newest first: they begin with the time. */
function setNames(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^\d{8}T\d{9}Z-[\da-f]{8}$/.test(name))
    .sort()
    .reverse();
}

/** Reads the complete sets, the newest first. */
export async function readSets(root: string): Promise<BulkSet[]> {
  const sets: BulkSet[] = [];
  for (const name of setNames(root)) {
    const folder = path.join(root, name);
    // A set may be removed meanwhile.
    const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => undefined);
    if (text !== undefined) sets.push({ folder, manifest: BulkManifest.parse(JSON.parse(text)) });
  }
  return sets;
}

/** Finds a file by its name: that of the newest set, or the one with this hash. */
export function findFile(
  sets: readonly BulkSet[],
  name: string,
  sha256: string | undefined,
): { folder: string; file: BulkFile } | undefined {
  for (const { folder, manifest } of sha256 === undefined ? sets.slice(0, 1) : sets) {
    const file = manifest.files.find((each) => each.file === name);
    if (file && (sha256 === undefined || file.sha256 === sha256)) return { folder, file };
  }
  return undefined;
}

/** Creates a folder for a new set, which nobody reads before `completeSet`. */
export function createPartFolder(root: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:.]/g, '');
  const folder = path.join(root, `${stamp}-${randomUUID().slice(0, 8)}${partSuffix}`);
  ensureFolder(folder);
  return folder;
}

/** Writes the manifest, and makes the set the newest one at once. */
export async function completeSet(partFolder: string, manifest: BulkManifest): Promise<void> {
  const text = JSON.stringify(manifest, undefined, 1);
  await writeFile(path.join(partFolder, manifestName), text, { flush: true });
  await rename(partFolder, partFolder.slice(0, -partSuffix.length));
}

/** Removes what processes that have ended left behind. Only for the holder of the lock. */
export async function removeAbandonedParts(root: string): Promise<void> {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root).filter((each) => each.endsWith(partSuffix))) {
    await rm(path.join(root, name), { recursive: true, force: true });
  }
}

/** Removes the sets that have not been the newest for an hour. */
export async function removeFormerSets(root: string, now: Date): Promise<void> {
  const [newest, ...former] = setNames(root);
  if (newest === undefined) return;
  const { mtimeMs } = await stat(path.join(root, newest));
  if (now.getTime() - mtimeMs < formerMs) return;
  for (const name of former) await rm(path.join(root, name), { recursive: true, force: true });
}
