import { expect, it } from 'vitest';
import { RequestFailed } from '#client/request.ts';
import { createQuery, dataOf, errorOf } from '#stores/queries.ts';

/** A call whose answers are given by the test, in the order of the calls. */
function createCalls() {
  const open: { answer(value: string): void; fail(error: Error): void; signal: AbortSignal }[] = [];
  const fetch = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      open.push({ answer: resolve, fail: reject, signal });
    });
  return { open, fetch };
}

it('goes from loading to ready, and keeps the data while it renews', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch, now: () => 5 });
  expect(query.$state.get()).toEqual({ status: 'loading' });
  const first = query.load();
  open[0]?.answer('a');
  await first;
  expect(query.$state.get()).toEqual({ status: 'ready', data: 'a', at: 5 });
  const second = query.retry();
  expect(query.$state.get()).toEqual({ status: 'renewing', data: 'a', at: 5 });
  open[1]?.fail(new RequestFailed('offline', 'Away.'));
  await second;
  expect(query.$state.get()).toMatchObject({ status: 'stale', data: 'a', at: 5 });
  expect(dataOf(query.$state.get())).toBe('a');
  expect(errorOf(query.$state.get())?.message).toBe('Away.');
});

it('fails without data, and loads again on request', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch });
  const first = query.load();
  open[0]?.fail(new Error('whatever'));
  await first;
  expect(query.$state.get()).toMatchObject({ status: 'failed', error: { reason: 'unreadable' } });
  const second = query.retry();
  open[1]?.answer('b');
  await second;
  expect(dataOf(query.$state.get())).toBe('b');
});

it('asks again only for data older than it keeps', async () => {
  const { open, fetch } = createCalls();
  let now = 0;
  const query = createQuery({ fetch, maxAgeMs: 1000, now: () => now });
  const first = query.load();
  open[0]?.answer('a');
  await first;
  now = 999;
  await query.load();
  expect(open).toHaveLength(1);
  now = 1000;
  const again = query.load();
  expect(open).toHaveLength(2);
  open[1]?.answer('b');
  await again;
});

it('lets the last call win', async () => {
  const { open, fetch } = createCalls();
  const query = createQuery({ fetch });
  const both = [query.retry(), query.retry()];
  expect(open[0]?.signal.aborted).toBe(true);
  open[1]?.answer('new');
  open[0]?.answer('old');
  await Promise.all(both);
  expect(dataOf(query.$state.get())).toBe('new');
});
