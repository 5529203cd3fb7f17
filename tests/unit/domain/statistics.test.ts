import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cfsDaysToAcreFeet, toMonthlyStatistics, toMonthlySums } from '#domain/reach-gains.ts';
import {
  dayOrderOf,
  firstDayOf,
  formatDayOrder,
  lastDayOf,
  leapDayOrder,
  monthsOf,
  yearOf,
} from '#domain/season.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { dailyRecord, yearKind } from '../../support/random-record.ts';

const someDay = fc.integer({ min: dayNumber('1899-01-01'), max: dayNumber('2120-12-31') });

describe('a water or irrigation year', () => {
  test('contains every day from its first to its last', () => {
    expect(formatDay(firstDayOf(2026, 'irrigation'))).toBe('2025-11-01');
    expect(formatDay(lastDayOf(2026, 'irrigation'))).toBe('2026-10-31');
    expect(formatDay(lastDayOf(2026, 'water'))).toBe('2026-09-30');
    fc.assert(
      fc.property(someDay, yearKind, (day, kind) => {
        const year = yearOf(day, kind);
        expect(day >= firstDayOf(year, kind) && day <= lastDayOf(year, kind)).toBe(true);
      }),
    );
  });

  test('numbers a date the same in every year, and February 29 separately', () => {
    expect([leapDayOrder('water'), leapDayOrder('irrigation')]).toEqual([152, 121]);
    fc.assert(
      fc.property(someDay, yearKind, (day, kind) => {
        const order = dayOrderOf(day, kind);
        const name = formatDay(day).slice(5);
        expect(order).toBeGreaterThanOrEqual(1);
        expect(order).toBeLessThanOrEqual(366);
        expect(order === leapDayOrder(kind)).toBe(name === '02-29');
        const inLeapYear = dayNumber(`2000-${name}`);
        expect(order).toBe(dayOrderOf(inLeapYear, kind));
      }),
    );
  });

  test('formats its days and lists its months', () => {
    expect([1, 152, 153, 366].map((order) => formatDayOrder(order, 'water'))).toEqual([
      'Oct 01',
      'Feb 29',
      'Mar 01',
      'Sep 30',
    ]);
    expect(monthsOf('irrigation')[0]).toBe('Nov');
    expect(monthsOf('water')).toHaveLength(12);
  });
});

describe('reach gains', () => {
  test('are sums of daily values, marked incomplete where a day is missing', () => {
    const january = Array.from({ length: 31 }, (_, at) => dayNumber('2020-01-01') + at);
    const february = Array.from({ length: 28 }, (_, at) => dayNumber('2020-02-01') + at);
    const days = [...january, ...february];
    expect(toMonthlySums({ days, values: days.map(() => -2) }, 'water')).toEqual([
      { year: 2020, month: 'Jan', monthIndex: 3, sum: -62, complete: true },
      { year: 2020, month: 'Feb', monthIndex: 4, sum: -56, complete: false },
    ]);
  });

  test('add up to the whole record for either kind of year', () => {
    fc.assert(
      fc.property(dailyRecord, yearKind, (all, kind) => {
        const total = toMonthlySums(all, kind).reduce((sum, each) => sum + each.sum, 0);
        expect(total).toBeCloseTo(
          all.values.reduce((sum, each) => sum + each, 0),
          4,
        );
      }),
      { numRuns: 20 },
    );
  });

  test('have statistics where at least ten years of the normal period have a complete month', () => {
    const years = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        year: 1999 + at,
        month: 'Jul',
        monthIndex: 9,
        sum: at,
        complete: true,
      }));
    expect(toMonthlyStatistics(years(9))).toEqual([]);
    const [median, minimum, maximum] = toMonthlyStatistics([
      ...years(11),
      { ...years(1)[0], sum: 999, complete: false } as never,
    ]);
    expect([median?.sum, minimum?.sum, maximum?.sum]).toEqual([5, 0, 10]);
  });

  test('are rounded to whole acre-feet', () => {
    expect(cfsDaysToAcreFeet(100)).toBe(198);
    expect(cfsDaysToAcreFeet(-62)).toBe(-123);
  });
});
