import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateAt, labelAt, maxTicks, tickLabels, ticksOf, xOf } from '#kits/chart/axes.ts';
import { forAll } from '../../../support/for-all.ts';

const day = (text: string) => Date.parse(text) / 86_400_000;
const days = { kind: 'days' } as const;
const season = { kind: 'season', firstMonth: 10 } as const;
const labels = (from: string, to: string, width = 1200) =>
  ticksOf([day(from), day(to)], days, width).map((x) => labelAt(x, days));

describe('ticks', () => {
  test('of decades are years, and of two years dates', () => {
    const named = (from: string, to: string) =>
      tickLabels(ticksOf([day(from), day(to)], days, 1200), days).map(([, name]) => name);
    expect(named('1980-10-01', '2026-11-26')).toEqual([
      '1985',
      '1990',
      '1995',
      '2000',
      '2005',
      '2010',
      '2015',
      '2020',
      '2025',
    ]);
    expect(named('2024-10-01', '2026-09-30')[0]).toBe('10-01-2024');
  });

  test('are one to nine, ascending, inside the window', () =>
    forAll(
      [
        fc.integer({ min: -20_000, max: 40_000 }),
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 100, max: 3000 }),
      ],
      100,
      (from, span, width) => {
        const ticks = ticksOf([from, from + span], days, width);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(maxTicks);
        expect(ticks).toEqual([...new Set(ticks)].toSorted((one, other) => one - other));
        for (const x of ticks) expect(x >= from && x <= from + span).toBe(true);
      },
    ));

  test('of a year are months where the axis says so', () => {
    const window = [day('2025-11-23'), day('2027-01-21')] as const;
    const months = { kind: 'days', ticks: 'months' } as const;
    const names = tickLabels(ticksOf(window, months, 700), months).map(([, name]) => name);
    expect(names).toEqual(['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov', 'Jan']);
    expect(labelAt(window[0], months)).toBe('Nov 23, 2025');
  });

  test('of some weeks are Sundays', () => {
    expect(labels('2026-10-01', '2026-11-20')).toEqual([
      '10-04-2026',
      '10-11-2026',
      '10-18-2026',
      '10-25-2026',
      '11-01-2026',
      '11-08-2026',
      '11-15-2026',
    ]);
  });

  test('of a few days are days', () => {
    expect(labels('2026-10-01', '2026-10-05')).toHaveLength(5);
  });

  test('of a year are months, of decades whole years', () => {
    expect(labels('2025-10-01', '2026-09-30')).toEqual([
      '11-01-2025',
      '01-01-2026',
      '03-01-2026',
      '05-01-2026',
      '07-01-2026',
      '09-01-2026',
    ]);
    const decades = labels('1980-10-01', '2026-09-30');
    expect(decades).toHaveLength(9);
    expect(decades.slice(0, 2)).toEqual(['01-01-1985', '01-01-1990']);
  });

  test('are fewer in a narrow chart', () => {
    expect(labels('2026-10-01', '2026-11-20', 300).length).toBeLessThanOrEqual(3);
  });
});

describe('the days of a season', () => {
  test('begin on October 1, have February 29 as the 152nd, and end on September 30', () => {
    expect(labelAt(1, season)).toBe('Oct 01');
    expect(labelAt(152, season)).toBe('Feb 29');
    expect(labelAt(366, season)).toBe('Sep 30');
  });

  test('convert to x and back', () =>
    forAll([fc.integer({ min: 1, max: 366 }), fc.integer({ min: 1, max: 12 })], 100, (x, firstMonth) => {
      const time = { kind: 'season', firstMonth } as const;
      expect(xOf(dateAt(x, time), time)).toBe(x);
    }));
});

test.each([220, 260])('has the four quarters of a season on a phone, %i pixels wide', (width) => {
  const quarters = ticksOf([1, 366], season, width).map((x) => labelAt(x, season));
  expect(quarters).toEqual(['Oct 01', 'Jan 01', 'Apr 01', 'Jul 01']);
});

test('leaves out a date at the end of the axis that would meet the next one', () => {
  expect(labels('2020-10-01', '2022-09-30', 770)[0]).toBe('01-01-2021');
  expect(labels('2020-10-01', '2022-09-30', 900)[0]).toBe('10-01-2020');
});
