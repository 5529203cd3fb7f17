import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acreFeetPerCfsDay, cumulativeVolume } from '#domain/cumulative-volume.ts';
import { cfsDaysToAcreFeet, toMonthlyStatistics, toMonthlySums } from '#domain/reach-gains.ts';
import {
  dayOrderOf,
  firstDayOf,
  formatDayOrder,
  lastDayOf,
  leapDayOrder,
  monthsOf,
  yearKinds,
  yearOf,
} from '#domain/season.ts';
import { standingOf } from '#domain/standing.ts';
import { countYearsInNormalPeriod, dailyStatistics } from '#domain/statistics.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';

const kinds = fc.constantFrom(...yearKinds);
const someDay = fc.integer({ min: dayNumber('1899-01-01'), max: dayNumber('2120-12-31') });

/** Records of up to 40 years with random gaps, generated from a seed. */
const record = fc
  .record({
    from: fc.integer({ min: dayNumber('1975-01-01'), max: dayNumber('2005-01-01') }),
    years: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    gaps: fc.double({ min: 0, max: 0.6, noNaN: true }),
  })
  .map(({ from, years, seed, gaps }) => {
    const days: number[] = [];
    const values: number[] = [];
    for (let at = 0; at < years * 365; at += 1) {
      const random = Math.abs(Math.sin((at + 1) * seed)) % 1;
      if (random < gaps) continue;
      days.push(from + at);
      values.push(Math.round(random * 1e5) / 100 - 200);
    }
    return { days, values };
  });

describe('a water or irrigation year', () => {
  test('contains every day from its first to its last', () => {
    expect(formatDay(firstDayOf(2026, 'irrigation'))).toBe('2025-11-01');
    expect(formatDay(lastDayOf(2026, 'irrigation'))).toBe('2026-10-31');
    expect(formatDay(lastDayOf(2026, 'water'))).toBe('2026-09-30');
    fc.assert(
      fc.property(someDay, kinds, (day, kind) => {
        const year = yearOf(day, kind);
        expect(day >= firstDayOf(year, kind) && day <= lastDayOf(year, kind)).toBe(true);
      }),
    );
  });

  test('numbers a date the same in every year, and February 29 separately', () => {
    expect([leapDayOrder('water'), leapDayOrder('irrigation')]).toEqual([152, 121]);
    fc.assert(
      fc.property(someDay, kinds, (day, kind) => {
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

describe('daily statistics', () => {
  test('match a plain computation for every day', () => {
    fc.assert(
      fc.property(record, kinds, (all, kind) => {
        const valuesByOrder = new Map<number, number[]>();
        for (const [at, day] of all.days.entries()) {
          const year = yearOf(day, kind);
          if (year < 1991 || year > 2020) continue;
          const order = dayOrderOf(day, kind);
          valuesByOrder.set(order, [...(valuesByOrder.get(order) ?? []), all.values[at] ?? 0]);
        }
        const expected = [...valuesByOrder].flatMap(([order, values]) => {
          if (values.length < (order === leapDayOrder(kind) ? 5 : 10)) return [];
          const sorted = values.sort((one, other) => one - other);
          const half = sorted.length / 2;
          const median =
            sorted.length % 2 === 1
              ? sorted[Math.floor(half)]
              : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
          return [{ order, years: sorted.length, minimum: sorted[0], median, maximum: sorted.at(-1) }];
        });
        expect(dailyStatistics(all, kind)).toEqual(expected.sort((one, other) => one.order - other.order));
      }),
      { numRuns: 12 },
    );
  });

  test('need ten years of values, and five leap years for February 29', () => {
    const days = (years: readonly number[], date: string) =>
      years.map((year) => dayNumber(`${year}-${date}`));
    const run = (count: number, from = 1991) => Array.from({ length: count }, (_, at) => from + at);
    const of = (all: number[]) => dailyStatistics({ days: all, values: all.map((_, at) => at) }, 'water');
    expect(of(days(run(9), '03-01'))).toEqual([]);
    expect(of(days(run(10), '03-01'))).toMatchObject([{ order: 153, years: 10, median: 4.5 }]);
    expect(of(days([1992, 1996, 2000, 2004], '02-29'))).toEqual([]);
    expect(of(days([1992, 1996, 2000, 2004, 2008], '02-29'))).toMatchObject([{ order: 152, median: 2 }]);
    expect(of(days(run(10, 2015), '03-01'))).toEqual([]);
  });

  test('count the years within the normal period', () => {
    const days = [
      dayNumber('1990-09-30'),
      dayNumber('1990-10-01'),
      dayNumber('2020-09-30'),
      dayNumber('2020-10-01'),
    ];
    expect(countYearsInNormalPeriod({ days }, 'water')).toBe(2);
  });
});

describe('cumulative volume', () => {
  test('accumulates from the first day of the year and stops at a gap', () => {
    fc.assert(
      fc.property(record, kinds, (all, kind) => {
        const valueByDay = new Map(all.days.map((day, at) => [day, all.values[at] ?? 0]));
        /** The volume up to a day, summed in full for each day; undefined after a gap. */
        const volumeOn = (day: number) => {
          let sum = 0;
          for (let each = firstDayOf(yearOf(day, kind), kind); each <= day; each += 1) {
            const value = valueByDay.get(each);
            if (value === undefined) return undefined;
            sum += value * acreFeetPerCfsDay;
          }
          return sum;
        };
        const expected = all.days.flatMap((day) => {
          const volume = volumeOn(day);
          return volume === undefined ? [] : [{ day, volume }];
        });
        const { days, values } = cumulativeVolume(all, kind);
        expect(days).toEqual(expected.map(({ day }) => day));
        const differences = expected.filter(
          ({ volume }, at) => !(Math.abs((values[at] ?? NaN) - volume) < 5e-5),
        );
        expect(differences).toEqual([]);
      }),
      { numRuns: 6 },
    );
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
      fc.property(record, kinds, (all, kind) => {
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
        year: 1995 + at,
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

describe('the standing of the latest value', () => {
  test('ranks it among the years with a value for its day', () => {
    const days = Array.from({ length: 12 }, (_, at) => dayNumber(`${2000 + at}-06-01`));
    const values = [5, 1, 9, 7, 3, 3, 8, 2, 6, 4, 10, 7];
    expect(standingOf({ days, values }, 'water')).toEqual({
      date: '2011-06-01',
      value: 7,
      rank: 4,
      years: 12,
      percentOfMedian: (100 * 7) / 5.5,
    });
    expect(standingOf({ days: [], values: [] }, 'water')).toBeUndefined();
    expect(standingOf({ days: [0], values: [4] }, 'water')).toMatchObject({
      rank: 1,
      years: 1,
      percentOfMedian: undefined,
    });
  });
});
