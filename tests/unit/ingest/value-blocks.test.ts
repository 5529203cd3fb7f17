import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createValueBlocks, type ValueList } from '#ingest/engine/value-blocks.ts';

const entry = (at: number) => [at - 2000, at / 7, at + 2, at % 5] as const;
const entriesOf = (list: ValueList | undefined) => {
  const found: (readonly number[])[] = [];
  list?.forEach((...each) => void found.push(each));
  return found;
};

test.each([
  ['in memory', undefined],
  ['in a temporary file', 0],
  ['in both', 40_000],
])('holds the values of several series %s, in their order', (_, maxBytes) => {
  const blocks = createValueBlocks(maxBytes);
  const lists = [blocks.createList(), blocks.createList(), blocks.createList()];
  for (let at = 0; at < 9000; at += 1) lists[at % 3]?.add(...entry(at));
  for (const [index, list] of lists.entries()) {
    expect(list.count).toBe(3000);
    expect(entriesOf(list)).toEqual(Array.from({ length: 3000 }, (__, at) => entry(at * 3 + index)));
  }
  blocks.close();
});

test.runIf(process.platform !== 'win32')('has no file that a killed process would leave behind', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'value-blocks-'));
  vi.stubEnv('TMPDIR', folder);
  const blocks = createValueBlocks(0);
  const list = blocks.createList();
  for (let at = 0; at < 3000; at += 1) list.add(...entry(at));
  expect(readdirSync(folder)).toEqual([]);
  expect(entriesOf(list)).toHaveLength(3000);
  blocks.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
