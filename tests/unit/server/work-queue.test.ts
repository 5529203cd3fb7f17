import { expect, test } from 'vitest';
import { createWorkQueue } from '#server/db/work-queue.ts';

/** Work that ends when it is let go. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

test('so many pieces of work run at a time, in the order of the calls', async () => {
  const queue = createWorkQueue(2, () => 5);
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
