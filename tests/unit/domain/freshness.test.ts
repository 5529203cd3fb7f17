import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeFreshness,
  describeInterval,
  freshnessOf,
  freshnessStates,
  judgeFreshness,
  usualInterval,
} from '#domain/freshness.ts';
import { addDays } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const today = '2026-03-10';
const daysAfter = (lag: number, interval: number) => judgeFreshness(addDays(today, -lag), interval, today);

describe('the state of a record', () => {
  test('is late after five days for daily values, and ended two years later', () => {
    expect(daysAfter(1, 1)).toEqual({ state: 'current', lag: 1, interval: 1, isLate: false });
    expect(daysAfter(5, 1).state).toBe('current');
    expect(daysAfter(6, 1)).toMatchObject({ state: 'late', isLate: true });
    expect(daysAfter(735, 1).state).toBe('late');
    expect(daysAfter(736, 1)).toMatchObject({ state: 'ended', isLate: false });
  });

  test('is late after a year and a half for a well that is read twice a year', () => {
    expect(daysAfter(551, 183).state).toBe('current');
    expect(daysAfter(552, 183).state).toBe('late');
  });

  test('is none without a value or with an invalid end', () => {
    const none = { state: 'none', lag: null, isLate: true };
    expect(judgeFreshness(null, 1, today)).toMatchObject(none);
    expect(judgeFreshness('infinity', 1, today)).toMatchObject(none);
    expect(freshnessOf({ por_end: null, num_days: 0, total_samples: 0 }, today)).toMatchObject(none);
  });

  test('is current for a value of tomorrow', () => {
    expect(daysAfter(-1, 1)).toMatchObject({ state: 'current', lag: 0 });
  });

  test('never goes back as days pass, and changes later for longer intervals', () => {
    const order = freshnessStates.indexOf.bind(freshnessStates);
    const days = fc.integer({ min: 0, max: 40_000 });
    const interval = fc.integer({ min: 1, max: 4_000 });
    forAll([days, days, interval, interval], 100, (lag, more, one, other) => {
      expect(order(daysAfter(lag + more, one).state)).toBeGreaterThanOrEqual(
        order(daysAfter(lag, one).state),
      );
      expect(order(daysAfter(lag, one + other).state)).toBeLessThanOrEqual(order(daysAfter(lag, one).state));
    });
  });
});

test('the usual interval is at least a day, and half days round up', () => {
  expect(usualInterval({ num_days: 1000, total_samples: 990 })).toBe(1);
  expect(usualInterval({ num_days: 5, total_samples: 2 })).toBe(3);
  expect(usualInterval({ num_days: 3650, total_samples: 20 })).toBe(183);
  expect(usualInterval({ num_days: 1, total_samples: 50 })).toBe(1);
  expect(usualInterval({ num_days: 0, total_samples: 0 })).toBe(1);
});

describe('the description', () => {
  const textOf = (por_end: string | null, interval: number) =>
    describeFreshness(judgeFreshness(por_end, interval, today), por_end);

  test('has the last day, the lag, the interval and the state', () => {
    expect(textOf('2026-02-26', 1)).toBe('Last value Feb 26, 2026, 12 days ago; usually every day: late');
    expect(textOf('2026-02-26', 30)).toBe(
      'Last value Feb 26, 2026, 12 days ago; usually about every 30 days',
    );
    expect(textOf('2026-03-09', 1)).toBe('Last value Mar 9, 2026, 1 day ago; usually every day');
    expect(textOf('2026-03-10', 2)).toBe('Last value Mar 10, 2026, today; usually about every 2 days');
    expect(textOf('1998-09-30', 1)).toBe('Last value Sep 30, 1998, 27 years ago; usually every day: ended');
    expect(textOf(null, 1)).toBe('No value yet');
    expect(describeInterval(1)).toBe('every day');
  });

  test('uses the singular for one', () =>
    forAll([fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 999 })], 100, (lag, interval) => {
      const text = textOf(addDays(today, -lag), interval);
      expect(text).not.toMatch(/\b1 (days|years)\b|\b0 |NaN|undefined/);
    }));
});
