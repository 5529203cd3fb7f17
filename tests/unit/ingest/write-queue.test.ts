import { expect, test } from 'vitest';
import { createWriteQueue } from '#ingest/engine/import-series.ts';

/** Writes that end when the test says so. */
function createWrites() {
  const started: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const write = (name: string) => () => {
    const gate = Promise.withResolvers<string>();
    started.push(name);
    gates.set(name, gate);
    return gate.promise;
  };
  return { started, gates, write };
}

test('writes two sites at the same time, and reports them in their order', async () => {
  const { started, gates, write } = createWrites();
  const results: string[] = [];
  const queue = createWriteQueue<string>(2, (result) => results.push(result));
  await queue.add('a', write('a1'));
  const second = queue.add('b', write('b1'));
  expect(started).toEqual(['a1', 'b1']);
  gates.get('b1')?.resolve('b1');
  await Promise.resolve();
  expect(results).toEqual([]);
  gates.get('a1')?.resolve('a1');
  await second;
  await queue.finish();
  expect(results).toEqual(['a1', 'b1']);
});

test('writes two series of a site one after the other', async () => {
  const { started, gates, write } = createWrites();
  const queue = createWriteQueue<string>(2, () => {});
  await queue.add('a', write('a1'));
  const second = queue.add('a', write('a2'));
  expect(started).toEqual(['a1']);
  gates.get('a1')?.resolve('a1');
  await second;
  expect(started).toEqual(['a1', 'a2']);
});

test('waits for each write with a limit of 1', async () => {
  const { gates, write } = createWrites();
  const results: string[] = [];
  const queue = createWriteQueue<string>(1, (result) => results.push(result));
  const first = queue.add('a', write('a1'));
  expect(results).toEqual([]);
  gates.get('a1')?.resolve('a1');
  await first;
  expect(results).toEqual(['a1']);
});

test('throws the failure of a write, after the others have ended', async () => {
  const { gates, write } = createWrites();
  const results: string[] = [];
  const queue = createWriteQueue<string>(3, (result) => results.push(result));
  await queue.add('a', write('a1'));
  await queue.add('b', write('b1'));
  gates.get('a1')?.reject(new Error('disk full'));
  const finished = queue.finish();
  gates.get('b1')?.resolve('b1');
  await expect(finished).rejects.toThrow('disk full');
  expect(results).toEqual([]);
});
