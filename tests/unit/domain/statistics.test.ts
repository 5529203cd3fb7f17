import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, formatDay } from '#domain/calendar.ts';
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

const kinds = fc.constantFrom(...yearKinds);
const someDay = fc.integer({ min: dayNumber('1899-01-01'), max: dayNumber('2120-12-31') });

/** Records with gaps: of each day of some years a value or none, from a seed. */
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

describe('the year of either kind', () => {
  test('begins and ends with its first and last day', () => {
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

  test('gives a date of the calendar the same place in every year, and 29 February one of its own', () => {
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

  test('names its days and months', () => {
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

describe('statistics of a day', () => {
  test('are those of a plain reading, day by day', () => {
    fc.assert(
      fc.property(record, kinds, (all, kind) => {
        const found = new Map(dailyStatistics(all, kind).map((each) => [each.order, each]));
        for (let order = 1; order <= 366; order += 1) {
          const same = all.values
            .filter((_, at) => {
              const day = all.days[at] ?? 0;
              const year = yearOf(day, kind);
              return year >= 1991 && year <= 2020 && dayOrderOf(day, kind) === order;
            })
            .sort((one, other) => one - other);
          const minYears = order === leapDayOrder(kind) ? 5 : 10;
          const statistic = found.get(order);
          if (same.length < minYears) {
            expect(statistic).toBeUndefined();
            continue;
          }
          const half = same.length / 2;
          const middle =
            same.length % 2 === 1 ? same[Math.floor(half)] : ((same[half - 1] ?? 0) + (same[half] ?? 0)) / 2;
          expect(statistic).toMatchObject({
            years: same.length,
            minimum: same[0],
            median: middle,
            maximum: same.at(-1),
          });
        }
      }),
      { numRuns: 12 },
    );
  });

  test('need ten years, and 29 February five leap years', () => {
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

  test('count the years of the normals', () => {
    const days = [
      dayNumber('1990-09-30'),
      dayNumber('1990-10-01'),
      dayNumber('2020-09-30'),
      dayNumber('2020-10-01'),
    ];
    expect(countYearsInNormalPeriod({ days }, 'water')).toBe(2);
  });
});

describe('the volume of a year', () => {
  test('is the sum so far, begins anew, and stops at a gap', () => {
    fc.assert(
      fc.property(record, kinds, (all, kind) => {
        const { days, values } = cumulativeVolume(all, kind);
        const flow = new Map(all.days.map((day, at) => [day, all.values[at] ?? 0]));
        for (const [at, day] of days.entries()) {
          let sum = 0;
          for (let each = firstDayOf(yearOf(day, kind), kind); each <= day; each += 1) {
            const value = flow.get(each);
            expect(value).toBeDefined();
            sum += (value ?? 0) * acreFeetPerCfsDay;
          }
          expect(values[at]).toBeCloseTo(sum, 4);
        }
        for (const day of all.days) {
          const first = firstDayOf(yearOf(day, kind), kind);
          const isWhole = Array.from({ length: day - first + 1 }, (_, at) => first + at).every((each) =>
            flow.has(each),
          );
          if (isWhole) expect(days).toContain(day);
        }
      }),
      { numRuns: 6 },
    );
  });
});

describe('reach gains', () => {
  test('are sums of days, marked where a day is missing', () => {
    const january = Array.from({ length: 31 }, (_, at) => dayNumber('2020-01-01') + at);
    const february = Array.from({ length: 28 }, (_, at) => dayNumber('2020-02-01') + at);
    const days = [...january, ...february];
    expect(toMonthlySums({ days, values: days.map(() => -2) }, 'water')).toEqual([
      { year: 2020, month: 'Jan', monthIndex: 3, sum: -62, complete: true },
      { year: 2020, month: 'Feb', monthIndex: 4, sum: -56, complete: false },
    ]);
  });

  test('add up to the record, whatever the kind of year', () => {
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

  test('have statistics over complete months of at least ten normal years', () => {
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

  test('are whole acre-feet', () => {
    expect(cfsDaysToAcreFeet(100)).toBe(198);
    expect(cfsDaysToAcreFeet(-62)).toBe(-123);
  });
});

describe('where the latest value stands', () => {
  test('among the years that have its day', () => {
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
