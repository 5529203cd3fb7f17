import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const memoryDisk = '/dev/shm';
/** Less than the tests have ever needed there, times two. */
const neededBytes = 10e9;

/**
 * Has the temporary files of the tests in memory, where there is enough of it: their databases are created, synced and
 * deleted by the hundred, and two thirds of a run would be spent waiting for the disk. A `TMPDIR` that is set stays.
 * @returns what removes the folder
 */
export function chooseScratchFolder() {
  if (process.env.TMPDIR || !isRoomy()) return () => {};
  const folder = mkdtempSync(path.join(memoryDisk, 'portal-tests-'));
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
