import { expect, test } from 'vitest';
import { followRenewal } from '#stores/renewal.ts';

/** A page whose clock stands where a step puts it; it ticks with each. */
function open(start: string) {
  let now = new Date(start);
  let isVisible = true;
  let tick: (() => void) | undefined;
  let count = 0;
  const stop = followRenewal(() => (count += 1), {
    now: () => now,
    isVisible: () => isVisible,
    onTick(callback) {
      tick = callback;
      return () => (tick = undefined);
    },
  });
  return {
    at(time: string, shown = true): number {
      now = new Date(time);
      isVisible = shown;
      tick?.();
      return count;
    },
    stop,
  };
}

// Midnight in the basin is at 07:00 UTC in winter, and at 06:00 in summer.
test.each<[name: string, start: string, steps: readonly [time: string, count: number][]]>([
  [
    'every 15 minutes',
    '2026-11-27T18:00:00Z',
    [
      ['2026-11-27T18:14:00Z', 0],
      ['2026-11-27T18:15:00Z', 1],
      ['2026-11-27T18:16:00Z', 1],
      ['2026-11-27T18:30:00Z', 2],
    ],
  ],
  [
    'after midnight in the basin, and 15 minutes after that',
    '2026-11-28T06:58:00Z',
    [
      ['2026-11-28T06:59:00Z', 0],
      ['2026-11-28T07:00:00Z', 1],
      ['2026-11-28T07:13:00Z', 1],
      ['2026-11-28T07:15:00Z', 2],
    ],
  ],
  ['after midnight in summer', '2026-07-28T05:59:00Z', [['2026-07-28T06:00:00Z', 1]]],
  ['once after a computer has slept', '2026-11-27T18:00:00Z', [['2026-11-28T20:00:00Z', 1]]],
  ['after the clock was set back', '2026-11-27T18:00:00Z', [['2026-11-27T12:00:00Z', 1]]],
])('renews %s', (_, start, steps) => {
  const page = open(start);
  expect(steps.map(([time]) => [time, page.at(time)])).toEqual(steps);
});

test('waits while the page is hidden, and ends', () => {
  const page = open('2026-11-27T18:00:00Z');
  expect(page.at('2026-11-27T20:00:00Z', false)).toBe(0);
  expect(page.at('2026-11-27T20:01:00Z')).toBe(1);
  page.stop();
  expect(page.at('2026-11-27T23:00:00Z')).toBe(1);
});
