import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDownloadSlots, type DownloadSlots } from '#server/limits/download-limits.ts';
import { runFor } from '#server/limits/request-budget.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const signal = new AbortController().signal;

/** Takes a slot for a caller, and notes it when it is there. */
function takeFor(slots: DownloadSlots, owner: string, taken: string[] = []) {
  return runFor({ owner, charge: () => {}, use: () => {} }, () =>
    slots.start(signal, async (release) => {
      taken.push(owner);
      return release;
    }),
  );
}

describe('a download', () => {
  test('over the limit of its caller is refused when none of the others ends in time', async () => {
    const slots = createDownloadSlots();
    for (let count = 0; count < 4; count += 1) await takeFor(slots, 'ann');
    const fifth = takeFor(slots, 'ann');
    const refused = expect(fifth).rejects.toMatchObject({
      statusCode: 429,
      message: '4 of your downloads are running. Wait until one ends, then try again.',
      headers: { 'retry-after': '10' },
    });
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
    await takeFor(slots, 'bob');
  });

  test('over the limit of all is refused as unavailable', async () => {
    const slots = createDownloadSlots({ max: 2 });
    await takeFor(slots, 'ann');
    await takeFor(slots, 'bob');
    const refused = expect(takeFor(slots, 'cid')).rejects.toMatchObject({
      statusCode: 503,
      message: 'Many downloads are running. Try again in a moment.',
      headers: { 'retry-after': '10' },
    });
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
  });

  test('of a second caller comes before the next one of the first', async () => {
    const slots = createDownloadSlots({ max: 2 });
    const taken: string[] = [];
    const running = [await takeFor(slots, 'ann', taken), await takeFor(slots, 'ann', taken)];
    const waiting = ['ann', 'ann', 'ann', 'bob'].map((owner) => takeFor(slots, owner, taken));
    running[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toEqual(['ann', 'ann', 'bob']);
    running[1]?.();
    running[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toEqual(['ann', 'ann', 'bob', 'ann']);
    for (const each of waiting) each.catch(() => {});
  });
});
