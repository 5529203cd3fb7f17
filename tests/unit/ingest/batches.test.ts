import { expect, test } from 'vitest';
import { type BatchOptions, readInBatches } from '#ingest/batches.ts';
import { ServiceFailing, ServiceUnavailable, SourceRefused, type SourceSeries } from '#ingest/source.ts';

async function run(batches: BatchOptions) {
  const asked: string[] = [];
  const series: SourceSeries[] = [];
  const read: BatchOptions['read'] = (batch) => {
    asked.push(batch.join(' '));
    return batches.read(batch);
  };
  for await (const each of readInBatches({ ...batches, read }, { onProgress: () => {} })) series.push(each);
  return { asked, refused: series.flatMap(({ kind, name }) => (kind === 'refused' ? [name] : [])), series };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const unknown = (batch: readonly string[]): SourceSeries[] =>
  batch.map((name) => ({ kind: 'unknown', name }));

test('a batch that is refused is asked for again name by name; a bad name stops no other', async () => {
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

test('a name has another way where the first is refused, and says what both said', async () => {
  const { series } = await run({
    names: ['a', 'b'],
    size: 1,
    read: async ([name]) => {
      throw new SourceRefused(`${name}: gone.`);
    },
    fallback: async (name) => {
      if (name === 'b') throw new SourceRefused('Here, too.');
      return unknown([name]);
    },
  });
  expect(series).toEqual([
    { kind: 'unknown', name: 'a' },
    { kind: 'refused', name: 'b', message: 'b: gone. Here, too.' },
  ]);
});

test('a service that is away is not asked name by name, and after two batches not at all', async () => {
  const { asked, refused } = await run({
    names,
    size: 2,
    read: async () => {
      throw new ServiceUnavailable('away');
    },
  });
  expect(asked).toEqual(['a b', 'c d']);
  expect(refused).toEqual(names);
});

test('a service that fails for every name is left alone, one that fails for some is asked on', async () => {
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

test('sites that are refused one after the other, each for itself, do not stop the rest', async () => {
  const { asked } = await run({
    names,
    size: 1,
    read: async () => {
      throw new SourceRefused('closed');
    },
  });
  expect(asked).toEqual(names);
});
