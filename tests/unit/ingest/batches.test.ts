import { expect, test } from 'vitest';
import { type BatchOptions, inBatchesOf, readInBatches } from '#ingest/engine/batches.ts';
import { ServiceBlocked } from '#ingest/reading/http-retry.ts';
import { ServiceFailing, ServiceUnavailable, SourceRefused, type SourceSeries } from '#ingest/source.ts';

async function run({
  names: all,
  size,
  ...batches
}: Omit<BatchOptions, 'batches'> & { names: string[]; size: number }) {
  const asked: string[] = [];
  const series: SourceSeries[] = [];
  const read: BatchOptions['read'] = (batch) => {
    asked.push(batch.join(' '));
    return batches.read(batch);
  };
  for await (const each of readInBatches(
    { ...batches, batches: inBatchesOf(all, size), read },
    { onProgress: () => {} },
  ))
    series.push(each);
  return { asked, refused: series.flatMap(({ kind, name }) => (kind === 'refused' ? [name] : [])), series };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const unknown = (batch: readonly string[]): SourceSeries[] =>
  batch.map((name) => ({ kind: 'unknown', name }));

test('requests a refused batch again name by name, and only the bad name fails', async () => {
  const { asked, refused } = await run({
    names,
    size: 2,
    read: async (batch) => {
      if (batch.includes('c')) throw new SourceRefused('no such site');
      return unknown(batch);
    },
  });
  expect(asked).toEqual(['a b', 'c d', 'c', 'd', 'e f']);
  expect(refused).toEqual(['c']);
});

test('falls back to another service for a refused name, and reports both messages if that fails, too', async () => {
  const { series } = await run({
    names: ['a', 'b'],
    size: 1,
    read: async ([name]) => {
      throw new SourceRefused(`${name}: not found.`);
    },
    fallback: async (name) => {
      if (name === 'b') throw new SourceRefused('Not found here either.');
      return unknown([name]);
    },
  });
  expect(series).toEqual([
    { kind: 'unknown', name: 'a' },
    { kind: 'refused', name: 'b', message: 'b: not found. Not found here either.' },
  ]);
});

test('does not split the batches of an unavailable service, and skips the rest after two', async () => {
  const { asked, refused } = await run({
    names,
    size: 2,
    read: async () => {
      throw new ServiceUnavailable('connection refused');
    },
  });
  expect(asked).toEqual(['a b', 'c d']);
  expect(refused).toEqual(names);
});

test('skips the rest if a service fails for every name, and continues if it fails for some', async () => {
  const failing = await run({
    names,
    size: 1,
    read: async () => {
      throw new ServiceFailing('status 500');
    },
  });
  expect(failing.asked).toEqual(['a', 'b']);
  expect(failing.refused).toEqual(names);
  const some = await run({
    names,
    size: 2,
    read: async (batch) => {
      if (batch.length > 1) throw new ServiceFailing('status 500');
      return unknown(batch);
    },
  });
  expect(some.asked).toHaveLength(9);
  expect(some.refused).toEqual([]);
});

test('continues after any number of refused names', async () => {
  const { asked } = await run({
    names,
    size: 1,
    read: async () => {
      throw new SourceRefused('closed');
    },
  });
  expect(asked).toEqual(names);
});

test('halves a batch that times out down to the one name that does, and continues', async () => {
  const { asked, refused } = await run({
    names,
    size: 6,
    read: async (batch) => {
      if (batch.includes('e')) throw new ServiceFailing('timed out');
      return unknown(batch);
    },
  });
  expect(asked).toEqual(['a b c d e f', 'a b c', 'd e f', 'd e', 'd', 'e', 'f']);
  expect(refused).toEqual(['e']);
});

test('skips the rest of a large batch after five names in a row have failed', async () => {
  const many = Array.from({ length: 64 }, (_, at) => `n${at}`);
  const { asked, refused } = await run({
    names: many,
    size: 64,
    read: async () => {
      throw new ServiceFailing('status 500');
    },
  });
  expect(asked.filter((batch) => !batch.includes(' '))).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
  expect(refused).toEqual(many);
});

test('asks nothing else after the service has blocked the address', async () => {
  const blocked = run({
    names,
    size: 2,
    read: async () => {
      throw new ServiceBlocked('blocked');
    },
  });
  await expect(blocked).rejects.toBeInstanceOf(ServiceBlocked);
});
