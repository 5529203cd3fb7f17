import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gainCurves } from '#domain/season/gain-season.ts';
import {
  cfsDaysToAcreFeet,
  type GainSum,
  gainStatistics,
  gainsToDate,
  gainTotals,
  monthPeriods,
  periodsToDate,
  rankGain,
  sumGains,
  totalPeriods,
} from '#domain/season/reach-gains.ts';
import { firstMonthOf, monthsOf, type YearKind, yearOf } from '#domain/season/season.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { monthNames } from '#lib/calendar-names.ts';
import { forAll } from '../../support/for-all.ts';
import { bridgedOn, dailyRecord, recordBetween, valuesByDay, yearKind } from '../../support/random-record.ts';

const allPeriods = (kind: YearKind) => [...monthPeriods(kind), ...totalPeriods(kind)];

const constantRecord = (from: string, to: string, value: number): SeriesColumns =>
  recordBetween(from, to, () => value);

/** The days of a record and of its gaps of up to seven days, with their values. */
function bridgedDays({ days, values }: SeriesColumns) {
  const known = valuesByDay({ days, values });
  const [first = 0, last = -1] = [days[0], days.at(-1)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((day) => {
    const value = bridgedOn(known, day);
    return value === undefined ? [] : [{ day, value }];
  });
}

/** 36 years in which each month has a gain of its own and up to ten days are missing: at least 20 years are complete. */
const nearlyWholeRecord = fc
  .record({
    gains: fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 7 * 12, maxLength: 7 * 12 }),
    missing: fc.uniqueArray(fc.integer({ min: 0, max: 36 * 365 }), { maxLength: 10 }),
  })
  .map(({ gains, missing }): SeriesColumns => {
    const { days } = constantRecord('1985-10-01', '2021-10-31', 0);
    const present = days.filter((_, at) => !missing.includes(at));
    const monthOf = (day: number) => dayParts(day).year * 12 + dayParts(day).month;
    return { days: present, values: present.map((day) => gains[monthOf(day) % gains.length] ?? 0) };
  });

const gainSum = (period: string, sum: number, daysMissing = 0): GainSum => ({
  year: 2020,
  period,
  sum,
  daysMissing,
  daysEstimated: 0,
  isProvisional: false,
});

const complete = (sums: readonly GainSum[], period: string) =>
  sums.filter((each) => each.period === period && each.daysMissing === 0);

describe('reach gains', () => {
  test('are sums of daily values with the number of missing days', () => {
    const record = constantRecord('2020-01-01', '2020-02-28', -2);
    expect(sumGains(record, monthPeriods('water'), 'water')).toEqual([
      gainSum('Jan', -62, 0),
      gainSum('Feb', -56, 1),
    ]);
    expect(sumGains(record, totalPeriods('water'), 'water')).toEqual([
      gainSum(gainTotals.annual, -118, 366 - 59),
    ]);
  });

  test.each([
    ['water', '2019-10-01', 'Oct'],
    ['irrigation', '2019-11-01', 'Nov'],
  ] as const)('cover a whole %s year without missing days, leap year or not', (kind, from, firstMonth) => {
    const to = kind === 'water' ? '2021-09-30' : '2021-10-31';
    const sums = sumGains(constantRecord(from, to, 1), allPeriods(kind), kind);
    const find = (year: number, period: string) =>
      sums.find((each) => each.year === year && each.period === period)?.sum;
    expect(sums).toHaveLength(2 * 14);
    expect(sums.every(({ daysMissing }) => daysMissing === 0)).toBe(true);
    expect(sums[0]?.period).toBe(firstMonth);
    expect([find(2020, gainTotals.annual), find(2021, gainTotals.annual)]).toEqual([366, 365]);
    expect([find(2020, 'Feb'), find(2021, 'Feb'), find(2021, gainTotals.season)]).toEqual([29, 28, 153]);
  });

  test.each([
    ['a day', '2020-01-10', 1, 0, 1],
    ['7 days', '2020-01-10', 7, 0, 7],
    ['8 days', '2020-01-10', 8, 8, 0],
    ['7 days that end with the month', '2020-01-25', 7, 0, 7],
    ['the last two days of the month and five of the next', '2020-01-30', 7, 0, 2],
    ['the last two days of the month and six of the next', '2020-01-30', 8, 2, 0],
    ['the first two days of the month and five of the one before', '2019-12-27', 7, 0, 2],
    ['the first day of the record', '2019-11-01', 70, 9, 0],
  ])('bridge %s missing from %s on', (_, start, length, daysMissing, daysEstimated) => {
    const whole = constantRecord('2019-11-01', '2020-03-31', 1);
    const first = dayNumber(start);
    const days = whole.days.filter((day) => day < first || day >= first + length);
    const values = days.map((day) => day);
    const january = sumGains({ days, values }, monthPeriods('water'), 'water').find(
      ({ period }) => period === 'Jan',
    );
    // Values that rise by 1 a day are bridged by what they were.
    const used = whole.days.filter(
      (day) => formatDay(day).startsWith('2020-01') && (daysMissing === 0 || days.includes(day)),
    );
    const sum = used.reduce((total, day) => total + day, 0);
    expect(january).toMatchObject({ daysMissing, daysEstimated });
    expect(january?.sum).toBeCloseTo(sum, 6);
  });

  test.each([
    ['oct', 'water', gainTotals.annual],
    ['nov', 'irrigation', gainTotals.annual],
    ['may', 'water', gainTotals.season],
  ] as const)('of whole years are those of the seasons from %s on', (start, kind, period) =>
    forAll([dailyRecord], 10, (record) => {
      const curves = gainCurves(record, start).filter(({ isComplete }) => isComplete);
      const sums = complete(sumGains(record, totalPeriods(kind), kind), period);
      expect(sums.map(({ year }) => year)).toEqual(curves.map(({ year }) => year));
      for (const [at, { sum, daysEstimated }] of sums.entries()) {
        expect(1.983 * sum).toBeCloseTo(curves[at]?.values.at(-1) ?? Number.NaN, 3);
        expect(daysEstimated).toBe(curves[at]?.estimatedDays.at(-1));
      }
    }),
  );

  test('count a month as provisional if one of its days is', () => {
    const record = { ...constantRecord('2020-01-01', '2020-01-31', 1), approval: `${'A'.repeat(30)}P` };
    expect(sumGains(record, monthPeriods('water'), 'water')[0]?.isProvisional).toBe(true);
  });

  test('of months add up to the totals of their year and to the whole record', () =>
    forAll([dailyRecord, yearKind], 10, (record, kind) => {
      const sums = sumGains(record, allPeriods(kind), kind);
      const months = sums.filter(({ period }) => monthsOf(kind).includes(period));
      const sumOf = (all: readonly { sum: number }[]) => all.reduce((sum, each) => sum + each.sum, 0);
      expect(sumOf(months)).toBeCloseTo(sumOf(bridgedDays(record).map(({ value }) => ({ sum: value }))), 4);
      for (const { year, sum } of sums.filter(({ period }) => period === gainTotals.annual))
        expect(sumOf(months.filter((each) => each.year === year))).toBeCloseTo(sum, 4);
      for (const { year, sum } of sums.filter(({ period }) => period === gainTotals.season)) {
        const names = ['May', 'Jun', 'Jul', 'Aug', 'Sep'];
        const season = months.filter((each) => each.year === year && names.includes(each.period));
        expect(sumOf(season)).toBeCloseTo(sum, 4);
      }
    }));

  test('have as many values and missing days as their period has days', () =>
    forAll([dailyRecord, yearKind], 10, (record, kind) => {
      const ones = { ...record, values: record.days.map(() => 1) };
      for (const { year, period, sum, daysMissing } of sumGains(ones, monthPeriods(kind), kind)) {
        const month = monthNames.findIndex((name) => name.startsWith(period));
        const calendarYear = month + 1 >= (kind === 'water' ? 10 : 11) ? year - 1 : year;
        expect(sum + daysMissing).toBe(new Date(Date.UTC(calendarYear, month + 1, 0)).getUTCDate());
      }
    }));
});

describe('statistics of reach gains', () => {
  const sumsOf = (count: number): GainSum[] =>
    Array.from({ length: count }, (_, at) => ({
      ...gainSum('Jul', at),
      year: 1999 + at,
      isProvisional: at === 0,
    }));

  test('need ten years of the normal period with a complete sum', () => {
    expect(gainStatistics(sumsOf(9))).toEqual([]);
    expect(gainStatistics(sumsOf(10).map((each) => ({ ...each, year: each.year + 12 })))).toEqual([]);
    expect(gainStatistics([...sumsOf(11), { ...gainSum('Jul', 999, 1), year: 1995 }])).toMatchObject([
      {
        period: 'Jul',
        count: 11,
        firstYear: 1999,
        lastYear: 2009,
        median: 5,
        minimum: 0,
        maximum: 10,
        provisional: 1,
      },
    ]);
  });

  test('leave out provisional sums if only approved ones count', () => {
    // The first of the eleven sums is provisional.
    expect(gainStatistics(sumsOf(11), true)).toMatchObject([{ count: 10, minimum: 1, provisional: 0 }]);
    expect(gainStatistics(sumsOf(10), true)).toEqual([]);
  });

  test('of totals are one of, or between, the totals of complete years', () =>
    forAll([nearlyWholeRecord, yearKind], 12, (record, kind) => {
      const sums = sumGains(record, allPeriods(kind), kind);
      const statistics = gainStatistics(sums);
      expect(statistics).toHaveLength(14);
      for (const { period, minimum, median, maximum, count } of statistics) {
        const own = complete(sums, period)
          .filter(({ year }) => year >= 1991 && year <= 2020)
          .map(({ sum }) => sum);
        expect(own).toHaveLength(count);
        expect(own).toContain(minimum);
        expect(own).toContain(maximum);
        for (const sum of own) expect(minimum <= sum && sum <= maximum).toBe(true);
        const notAbove = own.filter((sum) => sum <= median).length;
        const notBelow = own.filter((sum) => sum >= median).length;
        expect(Math.min(notAbove, notBelow)).toBeGreaterThanOrEqual(count / 2);
      }
    }));

  test('of totals are at least the sum of the months’ minima, and at most that of their maxima', () =>
    forAll([nearlyWholeRecord, yearKind], 12, (record, kind) => {
      // Only whole years: otherwise the months rest on more years than the totals.
      const sums = sumGains(record, allPeriods(kind), kind);
      const whole = new Set(complete(sums, gainTotals.annual).map(({ year }) => year));
      const statistics = gainStatistics(sums.filter(({ year }) => whole.has(year)));
      const months = statistics.filter(({ period }) => monthsOf(kind).includes(period));
      const annual = statistics.find(({ period }) => period === gainTotals.annual);
      if (!annual) throw new Error('There are statistics of the year.');
      const sumOf = (name: 'minimum' | 'maximum') => months.reduce((sum, each) => sum + each[name], 0);
      expect(annual.minimum).toBeGreaterThanOrEqual(sumOf('minimum') - 1e-6);
      expect(annual.maximum).toBeLessThanOrEqual(sumOf('maximum') + 1e-6);
    }));

  test('do not change with the values of incomplete periods', () =>
    forAll([dailyRecord, yearKind, fc.integer({ min: -500, max: 500 })], 10, (record, kind, shift) => {
      const sums = sumGains(record, allPeriods(kind), kind);
      const shifted = sums.map((each) => (each.daysMissing > 0 ? { ...each, sum: each.sum + shift } : each));
      const without = sums.filter(({ daysMissing }) => daysMissing === 0);
      expect(gainStatistics(shifted)).toEqual(gainStatistics(sums));
      expect(gainStatistics(without)).toEqual(gainStatistics(sums));
    }));
});

describe('gains to date', () => {
  const isMonth = (period: string) => /^\w{3} to Date$/.test(period) && period !== gainsToDate.season;
  const through = (day: string, kind: YearKind) =>
    sumGains(constantRecord('2018-10-01', day, 1), periodsToDate(dayNumber(day), kind), kind);

  test.each([
    ['2021-08-14', 'water', 106, 318],
    ['2021-05-01', 'water', 1, 213],
    ['2021-09-30', 'water', 153, 365],
    ['2021-10-15', 'irrigation', 153, 349],
  ] as const)('from May 1 and from the first day through %s in the %s year', (day, kind, season, annual) => {
    const latest = through(day, kind).filter(({ year, period }) => year === 2021 && !isMonth(period));
    expect(latest.map(({ period, sum, daysMissing }) => [period, sum, daysMissing])).toEqual([
      [gainsToDate.season, season, 0],
      [gainsToDate.annual, annual, 0],
    ]);
  });

  test.each([
    ['2021-08-14', 'water', ['Aug to Date', 14]],
    ['2020-02-28', 'water', ['Feb to Date', 28]],
    ['2021-10-15', 'irrigation', ['Oct to Date', 15]],
    ['a month that is over', '2021-08-31', 'water', []],
    ['a leap day that ends its month', '2020-02-29', 'water', []],
    ['the month that begins the season', '2021-05-14', 'water', []],
    ['the month that begins the year', '2020-10-20', 'water', []],
    ['the month that begins the irrigation year', '2020-11-20', 'irrigation', []],
  ] as const)('of the running month: %s %s', (...cells) => {
    const [day, kind, expected] = cells.slice(-3) as [string, YearKind, readonly (string | number)[]];
    const year = yearOf(dayNumber(day), kind);
    const found = through(day, kind).filter((each) => each.year === year && isMonth(each.period));
    expect(found.flatMap(({ period, sum }) => [period, sum])).toEqual(expected);
  });

  test('have no season before May 1', () => {
    expect(periodsToDate(dayNumber('2021-04-30'), 'water').map(({ name }) => name)).toEqual([
      gainsToDate.annual,
    ]);
  });

  test('through February 29 end on February 28 in other years, and one day later include it', () => {
    const annual = (day: string) =>
      through(day, 'water').flatMap(({ year, sum, period }) => (isMonth(period) ? [] : [[year, sum]]));
    expect(annual('2020-02-29')).toEqual([
      [2019, 151],
      [2020, 152],
    ]);
    expect(annual('2020-03-01')).toEqual([
      [2019, 152],
      [2020, 153],
    ]);
  });

  test('compare the same dates of every year', () =>
    forAll([dailyRecord, yearKind], 6, (record, kind) => {
      const last = record.days.at(-1);
      if (last === undefined) return;
      const end = formatDay(last).slice(5);
      const ones = { ...record, values: record.days.map(() => 1) };
      const dates = bridgedDays(record).map(({ day }) => ({ year: yearOf(day, kind), text: formatDay(day) }));
      const byYear = Map.groupBy(dates, ({ year }) => year);
      // The year's first months are those of the calendar year before.
      const isLate = dayParts(last).month >= firstMonthOf[kind];
      for (const { year, period, sum } of sumGains(ones, periodsToDate(last, kind), kind)) {
        const endDate = `${isLate ? year - 1 : year}-${end}`;
        const monthStart = `${endDate.slice(0, 8)}01`;
        const startDate = isMonth(period) ? monthStart : period === gainsToDate.season ? `${year}-05-01` : '';
        const seasonEnd = period === gainsToDate.season ? `${year}-09-30` : '9999';
        const expected = (byYear.get(year) ?? []).filter(
          ({ text }) => text >= startDate && text <= endDate && text <= seasonEnd,
        );
        expect(sum).toBe(expected.length);
      }
    }));
});

test('a rank counts the larger gains, and equal gains share the higher rank', () => {
  expect([9, 7, 7, -3].map((sum) => rankGain(sum, [7, -3, 9, 7]))).toEqual([1, 2, 2, 4]);
  expect(rankGain(5, [5])).toBe(1);
});

test('acre-feet are whole, and a total is rounded once', () => {
  expect(cfsDaysToAcreFeet(100)).toBe(198);
  expect(cfsDaysToAcreFeet(-62)).toBe(-123);
  // Each of two months of 0.3 cfs·days is 1 acre-foot; both together are 1, not 2.
  expect([cfsDaysToAcreFeet(0.3), cfsDaysToAcreFeet(0.6)]).toEqual([1, 1]);
});
