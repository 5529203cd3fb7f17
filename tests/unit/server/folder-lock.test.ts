import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireFolderLock, FolderInUse } from '#server/db/folder-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-lock-'));
  file = path.join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A number that no process has. */
const nobody = 2 ** 22 + 1;

describe('the lock of a data folder', () => {
  test('names its process and is removed on release', () => {
    const release = acquireFolderLock(file);
    expect(Number.parseInt(readFileSync(file, 'utf8'), 10)).toBe(process.pid);
    release();
    expect(existsSync(file)).toBe(false);
    acquireFolderLock(file)();
  });

  test('is refused twice in one process', () => {
    const release = acquireFolderLock(file);
    expect(() => acquireFolderLock(file)).toThrow(FolderInUse);
    release();
  });

  test('of an older portal is respected while its process runs, saying which and what to do', () => {
    const parent = process.ppid;
    const began = statOf(parent);
    writeFileSync(file, began === undefined ? String(parent) : `${parent} ${began}`);
    expect(() => acquireFolderLock(file)).toThrow(
      new FolderInUse(
        `The data folder is in use by another portal (process ${parent}, perhaps in another container; lock file ${file}). Stop that one, or set DATA_DIR to another folder.`,
      ),
    );
    expect(existsSync(file)).toBe(true);
  });

  test.each([
    ['of a process that has ended', `${nobody} 12345`],
    ['of an earlier process with this one’s number', `${process.pid} 1`],
    ['of nonsense', 'nonsense'],
  ])('%s is taken over', (_, content) => {
    writeFileSync(file, content);
    const release = acquireFolderLock(file);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
    release();
  });

  test.runIf(existsSync('/proc/self/stat'))(
    'whose number another process has since got is taken over',
    () => {
      writeFileSync(file, `${process.ppid} 1`);
      acquireFolderLock(file)();
    },
  );

  test('says why it cannot be created', () => {
    writeFileSync(file, '');
    expect(() => acquireFolderLock(path.join(file, 'lock'))).toThrow(/ENOTDIR/);
    expect(() => acquireFolderLock(path.join(folder, 'missing', 'lock'))).toThrow(/ENOENT/);
  });

  test('ends with its process, however that ends', async () => {
    const other = await holdInProcess(process.execPath, []);
    expect(() => acquireFolderLock(file)).toThrow(FolderInUse);
    other.kill('SIGKILL');
    await once(other, 'exit');
    acquireFolderLock(file)();
  });

  test.runIf(canIsolateProcesses())(
    'holds between containers that see no process of each other',
    async () => {
      const other = await holdInProcess('unshare', ['--pid', '--fork', '--kill-child', process.execPath]);
      // Its own number, which is what the other process of a container has, too.
      writeFileSync(file, String(process.pid));
      expect(() => acquireFolderLock(file)).toThrow(FolderInUse);
      other.kill('SIGKILL');
      await once(other, 'exit');
      await expect.poll(() => canAcquire()).toBe(true);
    },
  );
});

function statOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Starts a process that holds the lock until it is killed. */
async function holdInProcess(program: string, parameters: string[]): Promise<ChildProcess> {
  const source = `
    import { acquireFolderLock } from '#server/db/folder-lock.ts';
    acquireFolderLock(${JSON.stringify(file)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(program, [...parameters, '--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

function canIsolateProcesses(): boolean {
  return spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;
}

function canAcquire(): boolean {
  try {
    acquireFolderLock(file)();
    return true;
  } catch {
    return false;
  }
}
