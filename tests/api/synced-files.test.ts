import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadOrCreateKeys } from '#server/identity/keys.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { recordDisk } from '../support/power-recorder.ts';

test('an uploaded file and the sign-in keys are on the disk when they are acknowledged', async () => {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'portal-power-'));
  const folder = temporary.path;
  const [data, disk] = [path.join(folder, 'data'), path.join(folder, 'disk')];
  using recording = new DisposableStack();
  recording.defer(recordDisk(data, disk));
  const upload = path.join(folder, 'upload');
  writeFileSync(upload, 'What it says.');
  await openFolderStorage(path.join(data, 'files')).put('ab/abcdef', upload, 'text/plain');
  const keys = await loadOrCreateKeys(data);
  expect(readFileSync(path.join(disk, 'files/ab/abcdef'), 'utf8')).toBe('What it says.');
  expect(await loadOrCreateKeys(disk)).toEqual(keys);
});
