import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { features } from '#features/index.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('each optional feature, and all of them, can be deleted', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['src/commands/check-features.ts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  console.log(stdout);
  for (const { name, isOptional } of features) {
    // Those that use it go with it.
    if (isOptional) expect(stdout).toMatch(new RegExp(`^Without ${name}(, [a-z, -]+)?: nothing breaks`, 'm'));
  }
  expect(stdout).toContain('Without all of them: nothing breaks');
}, 2_400_000);
