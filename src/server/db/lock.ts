import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** Another process has the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const held = new Set<string>();

/**
 * Takes a lock file that names this process, and returns what gives it back. A lock left by a process that
 * has ended is taken over, also where the system has since given its number to this one.
 * @throws FolderInUse
 */
export function takeLock(file: string): () => void {
  const owner = ownerOf(file);
  if (owner !== undefined) {
    const inUse = owner === process.pid ? held.has(file) : isRunning(owner);
    if (inUse) throw inUseBy(owner, file);
    rmSync(file, { force: true });
  }
  try {
    // `wx` fails where another process was faster.
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw inUseBy(ownerOf(file), file);
    throw error;
  }
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}

function ownerOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function inUseBy(owner: number | undefined, file: string) {
  return new FolderInUse(
    `The data folder is in use by another portal (process ${owner ?? 'unknown'}, lock file ${file}). Stop that one, or set DATA_DIR to another folder.`,
  );
}

function isRunning(pid: number) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
