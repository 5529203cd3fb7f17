import { describe, expect, test, vi } from 'vitest';
import { createVersionedCache } from '#server/http/query-cache.ts';

const text = (value: string) => vi.fn(async () => value);
const create = (maxBytes = 10) => createVersionedCache<string>(maxBytes, (value) => value.length);

describe('a cache of computed answers', () => {
  test('computes once per key and version, also for simultaneous calls', async () => {
    const cache = create();
    const compute = text('one');
    expect(await Promise.all([cache.get('1', 'a', compute), cache.get('1', 'a', compute)])).toEqual([
      'one',
      'one',
    ]);
    await cache.get('1', 'a', compute);
    expect(compute).toHaveBeenCalledTimes(1);
    await cache.get('1', 'b', compute);
    await cache.get('2', 'a', compute);
    expect(compute).toHaveBeenCalledTimes(3);
  });

  test('drops what was used longest ago when it is full', async () => {
    const cache = create(10);
    for (const key of ['a', 'b', 'a', 'c']) await cache.get('1', key, text('1234'));
    const computed: string[] = [];
    for (const key of ['a', 'c', 'b']) {
      await cache.get('1', key, async () => {
        computed.push(key);
        return '1234';
      });
    }
    expect(computed).toEqual(['b']);
  });

  test('does not hold a failure', async () => {
    const cache = create();
    await expect(cache.get('1', 'a', () => Promise.reject(new Error('late')))).rejects.toThrow('late');
    expect(await cache.get('1', 'a', text('fine'))).toBe('fine');
  });

  test('forgets a result that was begun before the data changed', async () => {
    const cache = create();
    const slow = Promise.withResolvers<string>();
    const old = cache.get('1', 'a', () => slow.promise);
    expect(await cache.get('2', 'a', text('new'))).toBe('new');
    slow.resolve('old');
    expect(await old).toBe('old');
    expect(await cache.get('2', 'a', text('newer'))).toBe('new');
  });

  test('gives what is larger than the cache, without holding it', async () => {
    const cache = create(3);
    const compute = text('12345');
    expect(await cache.get('1', 'a', compute)).toBe('12345');
    await cache.get('1', 'a', compute);
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
