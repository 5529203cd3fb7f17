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
  const { openSync, closeSync, fsyncSync, ftruncateSync, linkSync, renameSync, truncateSync } = fs;
  const { writeFileSync, writeSync } = fs;
  /** The blocks of a file that were written since its last sync; `all` of one that was cut. */
  const changed = new Map<string, Set<number> | 'all'>();

  function noteWrite(descriptor: number, position: number, length: number) {
    const file = opened.get(descriptor);
    if (file === undefined || changed.get(file) === 'all') return;
    const blocks = changed.get(file) ?? new Set();
    changed.set(file, blocks);
    if (blocks === 'all') return;
    const last = Math.floor((position + length - 1) / blockBytes);
    for (let at = Math.floor(position / blockBytes); at <= last; at += 1) blocks.add(at);
  }

  /** Each write of a block happens or does not, as on a disk. A whole segment of the log would be 16 MB at each commit. */
  function storeChanges(file: string) {
    const [from, to] = [openSync(file, 'r'), openSync(diskOf(file), 'r+')];
    const { size } = fs.fstatSync(from);
    const blocks = changed.get(file) ?? 'all';
    const block = Buffer.alloc(blockBytes);
    for (const at of blocks === 'all' ? Array(Math.ceil(size / blockBytes)).keys() : blocks) {
      const read = fs.readSync(from, block, 0, blockBytes, at * blockBytes);
      writeSync(to, block, 0, read, at * blockBytes);
    }
    ftruncateSync(to, size);
    closeSync(from);
    closeSync(to);
    changed.set(file, new Set());
  }

  function store(file: string) {
    fs.mkdirSync(path.dirname(diskOf(file)), { recursive: true });
    if (!fs.statSync(file).isDirectory()) {
      if (fs.existsSync(diskOf(file))) return storeChanges(file);
      // At once, for whoever reads the disk meanwhile.
      fs.copyFileSync(file, `${diskOf(file)}.copy`);
      changed.set(file, new Set());
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
    changed.set(to, changed.get(from) ?? 'all');
    const folder = path.dirname(to);
    renames.set(folder, [...(renames.get(folder) ?? []), { from, to, isCopy }]);
  }

  fs.openSync = (file, ...options) => {
    const descriptor = openSync(file, ...options);
    const whole = path.resolve(String(file));
    if (isInside(whole)) opened.set(descriptor, whole);
    return descriptor;
  };
  fs.writeSync = ((
    descriptor: number,
    buffer: Buffer,
    offset?: number,
    length?: number,
    position?: number,
  ) => {
    const written = writeSync(descriptor, buffer, offset, length, position);
    if (typeof position === 'number') noteWrite(descriptor, position, written);
    else changed.set(opened.get(descriptor) ?? '', 'all');
    return written;
  }) as typeof fs.writeSync;
  fs.ftruncateSync = (descriptor, length) => {
    ftruncateSync(descriptor, length);
    changed.set(opened.get(descriptor) ?? '', 'all');
  };
  fs.truncateSync = (file, length) => {
    truncateSync(file, length);
    changed.set(path.resolve(String(file)), 'all');
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
    Object.assign(fs, {
      openSync,
      closeSync,
      fsyncSync,
      ftruncateSync,
      linkSync,
      renameSync,
      truncateSync,
      writeFileSync,
      writeSync,
    });
    fs.promises.rename = rename;
    syncBuiltinESMExports();
  };
}

// Preloaded into a portal and its threads.
const { POWER_ROOT: root, POWER_DISK: disk } = process.env;
if (root && disk) recordDisk(root, disk);
