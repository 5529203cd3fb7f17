import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runOnClock } from '#server/run-on-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Begins work whose runs end when the test says so. */
function begin(beginsAtOnce = false) {
  const hooks = new Map<string, () => Promise<void>>();
  const addHook = ((name: string, hook: () => Promise<void>) => hooks.set(name, hook)) as never;
  const runs: { readonly signal: AbortSignal; readonly end: PromiseWithResolvers<void> }[] = [];
  const errors: unknown[] = [];
  runOnClock({ addHook } as Pick<FastifyInstance, 'addHook'>, {
    everyMs: 1000,
    beginsAtOnce,
    work: (signal) => {
      const end = Promise.withResolvers<void>();
      runs.push({ signal, end });
      return end.promise;
    },
    onError: (error) => errors.push(error),
  });
  return { runs, errors, call: (name: string) => hooks.get(name)?.() };
}

test('work on the clock begins when the portal listens, and has one run at a time', async () => {
  const { runs, errors, call } = begin();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(0);
  await call('onListen');
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(3001);
  expect(runs).toHaveLength(1);
  runs[0]?.end.reject(new Error('No database'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([runs.length, errors]).toEqual([2, [new Error('No database')]]);
});

test('work on the clock ends when the portal closes, which waits for it', async () => {
  const { runs, call } = begin();
  await call('onListen');
  await vi.advanceTimersByTimeAsync(1000);
  let isClosed = false;
  const closing = call('preClose')?.then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([isClosed, runs.length, runs[0]?.signal.aborted]).toEqual([false, 1, true]);
  runs[0]?.end.resolve();
  await closing;
  expect(isClosed).toBe(true);
});

test('work on the clock may begin at once', async () => {
  const { runs, call } = begin(true);
  expect(runs).toHaveLength(0);
  await call('onListen');
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toHaveLength(1);
  runs[0]?.end.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toHaveLength(2);
});
