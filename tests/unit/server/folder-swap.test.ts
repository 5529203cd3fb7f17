import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireFolderLock } from '#server/db/folder-lock.ts';
import { lockDataFolder, swapFolders } from '#server/db/folder-swap.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const write = (name: string, content: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-swap-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const swap = { next: 'restoring_1', former: 'before_restore_1' };

/** A folder with data, and others that are to replace them. */
function prepare() {
  write('pglite/base', 'old');
  write('identity.json', 'old');
  write('files/ab/c', 'uploaded');
  write('restoring_1/pglite/base', 'new');
  write('restoring_1/identity.json', 'new');
}

function expectSwapped() {
  expect(readFileSync(at('pglite/base'), 'utf8')).toBe('new');
  expect(readFileSync(at('identity.json'), 'utf8')).toBe('new');
  expect(readFileSync(at('before_restore_1/pglite/base'), 'utf8')).toBe('old');
  expect(readFileSync(at('before_restore_1/identity.json'), 'utf8')).toBe('old');
  const names = readdirSync(folder).filter((name) => name !== 'lock.db');
  expect(names.toSorted()).toEqual(['before_restore_1', 'files', 'identity.json', 'pglite']);
}

describe('a restored database takes the place of the present one', () => {
  test('which is put aside', () => {
    prepare();
    swapFolders(folder, swap);
    expectSwapped();
  });

  test('where there was none', () => {
    write('restoring_1/pglite/base', 'new');
    swapFolders(folder, swap);
    expect(readdirSync(folder)).toEqual(['pglite']);
  });

  const steps = [
    'before the first step',
    'after 1 of 4',
    'after 2 of 4',
    'after 3 of 4',
    'after all of them',
  ];
  test.each(steps.map((title, count) => [title, count] as const))(
    'at the next start, where it was interrupted %s',
    (_, count) => {
      prepare();
      writeFileSync(at('restore.json'), JSON.stringify(swap));
      mkdirSync(at('before_restore_1'));
      const renames = [
        ['pglite', 'before_restore_1/pglite'],
        ['restoring_1/pglite', 'pglite'],
        ['identity.json', 'before_restore_1/identity.json'],
        ['restoring_1/identity.json', 'identity.json'],
      ] as const;
      for (const [from, to] of renames.slice(0, count)) renameSync(at(from), at(to));
      lockDataFolder(folder)();
      expectSwapped();
    },
  );

  test('and without a swap that has begun, what a killed restore has left is removed', () => {
    prepare();
    lockDataFolder(folder)();
    expect(readFileSync(at('pglite/base'), 'utf8')).toBe('old');
    expect(existsSync(at('restoring_1'))).toBe(false);
  });

  test('and the lock is free after a swap that could not be completed', () => {
    write('restore.json', 'nonsense');
    expect(() => lockDataFolder(folder)).toThrow(/JSON/);
    acquireFolderLock(at('lock'))();
  });
});
