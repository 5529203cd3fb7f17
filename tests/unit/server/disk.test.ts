import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureFolder } from '#server/disk.ts';

test('A folder is made with those above it', () => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'folder-'));
  const nested = path.join(top, 'a/b/c');
  ensureFolder(nested);
  ensureFolder(nested);
  expect(statSync(nested).isDirectory()).toBe(true);
  rmSync(top, { recursive: true });
});

test('A file in the way is refused', () => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'folder-'));
  writeFileSync(path.join(top, 'file'), '');
  expect(() => ensureFolder(path.join(top, 'file/below'))).toThrow('ENOTDIR');
  rmSync(top, { recursive: true });
});

test.runIf(process.platform === 'linux')(
  'Where the system makes no folders it is refused, and at once',
  () => {
    expect(() => ensureFolder('/proc/no-such-folder/below')).toThrow('ENOENT');
  },
);
