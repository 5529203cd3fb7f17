import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import process from 'node:process';

/** The size of a page of PostgreSQL. */
const blockBytes = 8192;

/**
 * Writes what would be left of the folder `root` after a power failure to the folder `disk`: the content of each file at
 * its last sync, under a name that the sync of its folder made last. As with the usual file systems, the sync of a new
 * file stores its name, too. Removed files stay.
 */
export function recordDisk(root: string, disk: string): () => void {
  const opened = new Map<number, string>();
  /** Renames that no sync has stored, by the folder of the new name. */
  const renames = new Map<string, { from: string; to: string; isCopy: boolean }[]>();
  const isInside = (file: string) => !path.relative(root, file).startsWith('..');
  const diskOf = (file: string) => path.join(disk, path.relative(root, file));
  const { openSync, closeSync, fsyncSync, linkSync, renameSync, writeFileSync } = fs;

  /** Each write of a block happens or does not, as on a disk. A whole segment of the log would be 16 MB at each commit. */
  function storeChanges(file: string) {
    const [content, stored] = [fs.readFileSync(file), fs.readFileSync(diskOf(file))];
    const descriptor = openSync(diskOf(file), 'r+');
    for (let at = 0; at < content.length; at += blockBytes) {
      const block = content.subarray(at, at + blockBytes);
      if (!block.equals(stored.subarray(at, at + blockBytes)))
        fs.writeSync(descriptor, block, 0, block.length, at);
    }
    fs.ftruncateSync(descriptor, content.length);
    closeSync(descriptor);
  }

  function store(file: string) {
    fs.mkdirSync(path.dirname(diskOf(file)), { recursive: true });
    if (!fs.statSync(file).isDirectory()) {
      if (fs.existsSync(diskOf(file))) return storeChanges(file);
      // At once, for whoever reads the disk meanwhile.
      fs.copyFileSync(file, `${diskOf(file)}.copy`);
      return renameSync(`${diskOf(file)}.copy`, diskOf(file));
    }
    fs.mkdirSync(diskOf(file), { recursive: true });
    for (const { from, to, isCopy } of renames.get(file) ?? []) {
      fs.rmSync(diskOf(to), { recursive: true, force: true });
      if (isCopy) fs.copyFileSync(diskOf(from), diskOf(to));
      else if (fs.existsSync(diskOf(from))) renameSync(diskOf(from), diskOf(to));
    }
    renames.delete(file);
    // A folder whose own sync follows may have been created empty.
    for (const entry of fs.readdirSync(file, { withFileTypes: true })) {
      if (entry.isDirectory()) fs.mkdirSync(diskOf(path.join(file, entry.name)), { recursive: true });
    }
  }

  function noteRename(oldPath: fs.PathLike, newPath: fs.PathLike, isCopy = false) {
    const [from, to] = [path.resolve(String(oldPath)), path.resolve(String(newPath))];
    if (!isInside(to)) return;
    const folder = path.dirname(to);
    renames.set(folder, [...(renames.get(folder) ?? []), { from, to, isCopy }]);
  }

  fs.openSync = (file, ...options) => {
    const descriptor = openSync(file, ...options);
    const whole = path.resolve(String(file));
    if (isInside(whole)) opened.set(descriptor, whole);
    return descriptor;
  };
  fs.closeSync = (descriptor) => {
    opened.delete(descriptor);
    closeSync(descriptor);
  };
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    const file = opened.get(descriptor);
    if (file) store(file);
  };
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    noteRename(from, to);
  };
  fs.linkSync = (from, to) => {
    linkSync(from, to);
    noteRename(from, to, true);
  };
  const { rename } = fs.promises;
  fs.promises.rename = async (from, to) => {
    await rename(from, to);
    noteRename(from, to);
  };
  fs.writeFileSync = (file, data, options) => {
    writeFileSync(file, data, options);
    const isFlushed = typeof options === 'object' && options !== null && options.flush === true;
    if (isFlushed && isInside(path.resolve(String(file)))) store(path.resolve(String(file)));
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { openSync, closeSync, fsyncSync, linkSync, renameSync, writeFileSync });
    fs.promises.rename = rename;
    syncBuiltinESMExports();
  };
}

// Preloaded into a portal and its threads.
const { POWER_ROOT: root, POWER_DISK: disk } = process.env;
if (root && disk) recordDisk(root, disk);
