import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runRepeatedly } from '#ingest/schedule.ts';
import { nextDelay, parseInterval } from '#lib/interval.ts';
import { forAll } from '../../support/for-all.ts';

describe('a schedule', () => {
  test('has an interval in minutes, hours or days', () => {
    expect(['30m', '6h', '1d'].map(parseInterval)).toEqual([1_800_000, 21_600_000, 86_400_000]);
    for (const text of ['', '6', '0h', '-1h', '6 h', '6h30m', '1w', '1e3h'])
      expect(parseInterval(text)).toBeUndefined();
  });

  test('varies its waits by up to a tenth', () =>
    forAll(
      [fc.integer({ min: 60_000, max: 1e9 }), fc.double({ min: 0, max: 1, noNaN: true })],
      100,
      (interval, random) => {
        const wait = nextDelay(interval, random);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(interval * 0.9));
        expect(wait).toBeLessThanOrEqual(Math.ceil(interval * 1.1));
      },
    ));

  test('continues after a failed run, one run at a time', async () => {
    const messages: string[] = [];
    const waits: number[] = [];
    let runs = 0;
    await runRepeatedly({
      interval: 3_600_000,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('The agency does not answer.');
      },
      sleep: async (milliseconds) => void waits.push(milliseconds),
      random: () => 0.5,
      onProgress: (message) => messages.push(message),
      shouldStop: () => runs === 3,
    });
    expect(runs).toBe(3);
    expect(waits).toEqual([3_600_000, 3_600_000]);
    expect(messages[0]).toBe('The import failed: The agency does not answer.');
    expect(messages).toContain('Next import in 60 min');
  });
});
