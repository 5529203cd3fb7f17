import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The sizes of all files in a folder, in bytes. Files that are removed meanwhile do not count. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
