import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { seededData } from '../../src/commands/support/flow-data.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** One of each kind, without those of imports, whose speed and memory are measured in tests of their own. */
const parts = ['comparison', 'pages', 'series', 'points', 'kits'];

test('a part of each kind of the benchmarks prints what it measured, in its short form', () => {
  const { stdout } = spawnSync(process.execPath, ['tests/bench/run.ts', '--short', ...parts], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
    // Seeding another demonstration takes half a minute.
    env: { ...process.env, BENCH_DATA: seededData('demonstration') ?? '' },
  });
  expect(stdout).not.toMatch(/FAILED|NaN/);
  expect([...stdout.matchAll(/^ +(\w+) took \d+ s$/gm)].map(([, name]) => name)).toEqual(parts);
}, 2_400_000);

test('a part that does not exist is refused, with the names of those that do', () => {
  const { stderr, status } = spawnSync(process.execPath, ['tests/bench/run.ts', 'snow'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('There is no part snow. There are: ingest, memory,');
});
