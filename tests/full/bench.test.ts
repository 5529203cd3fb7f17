import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** Without those of imports, whose speed and memory are measured in tests of their own. */
const parts = [
  ...['api', 'comparison', 'outlook', 'pages', 'series', 'forecast', 'snotel'],
  ...['points', 'kits', 'search'],
];
/** The demonstration of the flows, once it is written: seeding another takes half a minute. */
const seed = path.join(root, '.cache/e2e-seed');

test('every part of the benchmarks prints what it measured, in its short form', () => {
  const { stdout } = spawnSync(process.execPath, ['tests/bench/run.ts', '--short', ...parts], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
    env: {
      ...process.env,
      ...(existsSync(path.join(seed, 'made-of')) && { BENCH_DATA: path.join(seed, 'data') }),
    },
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
