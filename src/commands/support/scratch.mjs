import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const memoryDisk = '/dev/shm';
/** Room for the packages of a container, the largest imports, the databases of several workers, and their processes. */
const neededBytes = 12e9;
const prefix = 'portal-tests-';

/**
 * Has the temporary files of the tests in memory, where there is enough of it: their databases are created, synced and
 * deleted by the hundred, and two thirds of a run would be spent waiting for the disk. A `TMPDIR` that is set stays.
 * @returns what removes the folder
 */
export function chooseScratchFolder() {
  if (process.env.TMPDIR || !isRoomy()) return () => {};
  removeAbandoned();
  const folder = mkdtempSync(path.join(memoryDisk, `${prefix}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Other accounts, such as PostgreSQL's, have to get in.
  chmodSync(folder, 0o755);
  if (!runsPrograms(folder)) {
    remove();
    return () => {};
  }
  process.env.TMPDIR = folder;
  return remove;
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(memoryDisk).filter((each) => each.startsWith(prefix))) {
    try {
      process.kill(Number.parseInt(name.slice(prefix.length), 10), 0);
    } catch (error) {
      // Another account's process is there, too.
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH')
        rmSync(path.join(memoryDisk, name), { recursive: true, force: true });
    }
  }
}

function isRoomy() {
  if (!existsSync(memoryDisk)) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  // The limit of a container counts, where Node knows it.
  const memory = process.availableMemory?.() ?? os.freemem();
  return Math.min(bavail * bsize, memory) >= neededBytes;
}

/** @param {string} folder */
function runsPrograms(folder) {
  const program = path.join(folder, 'program');
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  }
}
