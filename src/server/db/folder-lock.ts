import { accessSync, constants, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process is using the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/** SQLite's code for a file that another connection has locked. */
const sqliteBusy = 5;

/**
 * Takes the lock of a folder and returns a function that releases it. The operating system holds the lock and ends it
 * with the process, also for processes in different containers: it is SQLite's lock on the empty file `<file>.db`,
 * because Node has no call for one. `file` names the process, for people and for versions before 0.8, which know no
 * other lock.
 * @throws FolderInUse
 */
export function acquireFolderLock(file: string): () => void {
  const release = lockFile(`${file}.db`) ?? refuse(file);
  if (isHeldByOlderPortal(file)) {
    release();
    refuse(file);
  }
  writeFileSync(file, describeProcess(process.pid));
  return () => {
    rmSync(file, { force: true });
    release();
  };
}

/** Locks a file, which it creates; undefined if another process, or this one, has locked it. */
function lockFile(file: string): (() => void) | undefined {
  const database = openFile(file);
  try {
    // The lock of one transaction that never writes; in exclusive mode, no journal is shared either.
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return () => database.close();
}

function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    // SQLite does not say why; the system does. Opening the file itself would end a lock that this process holds.
    const folder = path.dirname(file);
    readdirSync(folder);
    accessSync(folder, constants.W_OK);
    throw error;
  }
}

function isHeldByOlderPortal(file: string): boolean {
  const owner = readIfExists(file);
  const pid = Number.parseInt(owner ?? '', 10);
  return pid !== process.pid && isRunning(pid) && owner === describeProcess(pid);
}

/** The id of a process and, on systems with /proc, its start time. */
function describeProcess(pid: number): string {
  // The name in parentheses may contain spaces; the start time is the 20th field after it.
  const startTime = readIfExists(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19];
  return startTime === undefined ? String(pid) : `${pid} ${startTime}`;
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function refuse(file: string): never {
  const owner = Number.parseInt(readIfExists(file) ?? '', 10);
  throw new FolderInUse(
    `The data folder is in use by another portal (process ${owner || 'unknown'}, perhaps in another container; lock file ${file}). Stop that one, or set DATA_DIR to another folder.`,
  );
}

function isRunning(pid: number) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
