import { describe, expect, test } from 'vitest';
import { createWorkQueue } from '#server/db/work-queue.ts';
import { runFor } from '#server/limits/request-budget.ts';

/** Work that ends when it is let go. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

test('so many pieces of work run at a time, in the order of the calls', async () => {
  const queue = createWorkQueue(2, { now: () => 5 });
  const started: number[] = [];
  const pieces = [createWork(), createWork(), createWork(), createWork()];
  const results = pieces.map((piece, at) =>
    queue.run(() => {
      started.push(at);
      return piece.work();
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  expect(queue.stats()).toEqual({ running: 2, waiting: 2, longestWaitMs: 0 });
  pieces[1]?.resolve('second');
  expect(await results[1]).toBe('second');
  await expect.poll(() => started).toEqual([0, 1, 2]);
  pieces[0]?.reject(new Error('broken'));
  await expect(results[0]).rejects.toThrow('broken');
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  pieces[2]?.resolve('third');
  pieces[3]?.resolve('fourth');
  expect(await Promise.all(results.slice(2))).toEqual(['third', 'fourth']);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0, longestWaitMs: 0 });
});

test('work whose caller gives up while it waits never starts', async () => {
  const queue = createWorkQueue(1);
  const first = createWork();
  const running = queue.run(first.work);
  const controller = new AbortController();
  let isStarted = false;
  const waiting = queue.run(async () => {
    isStarted = true;
  }, controller.signal);
  controller.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
  first.resolve('done');
  await running;
  expect(await queue.run(async () => 'next')).toBe('next');
  expect(isStarted).toBe(false);
});

describe('the turns of several callers', () => {
  const runAs = <T>(owner: string, work: () => T) =>
    runFor({ owner, charge: () => {}, use: () => {} }, work);

  test('let a second caller wait for one piece of the first, and say how long it waited', async () => {
    let time = 0;
    const queue = createWorkQueue(1, { now: () => time });
    const order: string[] = [];
    const gates: (() => void)[] = [];
    const add = (owner: string) =>
      runAs(owner, () =>
        queue.run(async () => {
          order.push(owner);
          const { promise, resolve } = Promise.withResolvers<void>();
          gates.push(resolve);
          await promise;
        }),
      );
    const all = [add('ann'), add('ann'), add('ann'), add('ann')];
    await expect.poll(() => order).toEqual(['ann']);
    time = 100;
    // What waits behind the caller's own work is no sign of a busy portal.
    expect(queue.stats()).toEqual({ running: 1, waiting: 3, longestWaitMs: 100 });
    all.push(add('bob'));
    await Promise.resolve();
    time = 150;
    gates.shift()?.();
    await expect.poll(() => order).toEqual(['ann', 'bob']);
    expect(queue.stats().longestWaitMs).toBe(0);
    time = 1000;
    gates.shift()?.();
    await expect.poll(() => order).toEqual(['ann', 'bob', 'ann']);
    for (let at = 0; at < 2; at += 1) {
      gates.shift()?.();
      await expect.poll(() => gates.length).toBe(1);
    }
    gates.shift()?.();
    await Promise.all(all);
    expect(queue.stats()).toEqual({ running: 0, waiting: 0, longestWaitMs: 0 });
  });

  test('leave a place free where one caller may have so many', async () => {
    const queue = createWorkQueue(3, { maxPerOwner: 2 });
    const gate = Promise.withResolvers<void>();
    const started: string[] = [];
    const add = (owner: string) =>
      runAs(owner, () =>
        queue.run(async () => {
          started.push(owner);
          await gate.promise;
        }),
      );
    const all = [add('ann'), add('ann'), add('ann'), add('bob')];
    await expect.poll(() => started).toEqual(['ann', 'ann', 'bob']);
    gate.resolve();
    await Promise.all(all);
    expect(started).toEqual(['ann', 'ann', 'bob', 'ann']);
  });
});
