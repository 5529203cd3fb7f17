import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test('the pictures of the guide are those of the present screens', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['src/commands/run.mjs', 'pictures', '--check'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, DATA_DIR: '' }, maxBuffer: 10_000_000 },
  );
  expect(status, `${stdout}\n${stderr}`).toBe(0);
}, 2_400_000);
