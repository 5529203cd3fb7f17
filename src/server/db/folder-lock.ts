import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

/** Another process is using the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const heldFiles = new Set<string>();

/** Time that a process has between creating its lock file and writing to it. */
const lockWriteTimeoutMs = 5000;

/**
 * Creates a lock file with the id of this process and returns a function that removes it. The lock of a process that
 * has ended is taken over, even if another process has the same id now.
 * @throws FolderInUse
 */
export function acquireFolderLock(file: string): () => void {
  if (isHeld(file)) throw folderInUse(file);
  removeAbandoned(file);
  try {
    // `wx` fails if another process has created the file first.
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, describeProcess(process.pid));
    closeSync(descriptor);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw folderInUse(file);
    throw error;
  }
  heldFiles.add(file);
  return () => {
    heldFiles.delete(file);
    rmSync(file, { force: true });
  };
}

/** Removes an abandoned lock. It is renamed first, and put back if another process has just created it. */
function removeAbandoned(file: string) {
  const movedFile = `${file}.${process.pid}`;
  try {
    renameSync(file, movedFile);
  } catch {
    return;
  }
  if (isHeld(movedFile)) {
    renameSync(movedFile, file);
    throw folderInUse(file);
  }
  rmSync(movedFile, { force: true });
}

function isHeld(file: string): boolean {
  if (heldFiles.has(file)) return true;
  const owner = readIfExists(file);
  if (owner === undefined) return false;
  if (owner === '') return Date.now() - statSync(file).mtimeMs < lockWriteTimeoutMs;
  const pid = Number.parseInt(owner, 10);
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

function folderInUse(file: string) {
  const owner = Number.parseInt(readIfExists(file) ?? '', 10);
  return new FolderInUse(
    `The data folder is in use by another portal (process ${owner || 'unknown'}, lock file ${file}). Stop that one, or set DATA_DIR to another folder.`,
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
