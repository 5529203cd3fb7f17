import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DailyRecordColumns,
  type DayStatistic,
  recordStatistics,
  yearsInNormalPeriod,
} from '#domain/daily-statistics.ts';
import { dayOrderOf, leapDayOrder, type YearKind, yearOf } from '#domain/season.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { dailyRecord, yearKind } from '../../support/random-record.ts';

const { streamflow, depthToWater } = parameterNdx;

/** The percentile of ascending values at position p(n+1), computed by weights instead of an index. */
function plainPercentile(sorted: readonly number[], percent: number): number | undefined {
  const position = (percent / 100) * (sorted.length + 1);
  if (position < 1 - 1e-9 || position > sorted.length + 1e-9) return undefined;
  return sorted.reduce((sum, value, at) => sum + value * Math.max(0, 1 - Math.abs(position - (at + 1))), 0);
}

/** A second implementation, day by day from the calendar. */
function plainStatistics({ days, values }: DailyRecordColumns, kind: YearKind) {
  const all = days.map((day, at) => ({
    date: formatDay(day).slice(5),
    order: dayOrderOf(day, kind),
    year: yearOf(day, kind),
    value: values[at] ?? 0,
  }));
  const pooled = new Set(['02-28', '02-29', '03-01']);
  return Array.from({ length: 366 }, (_, at) => at + 1).flatMap((order) => {
    const isLeap = order === leapDayOrder(kind);
    const used = all.filter(
      (each) =>
        (isLeap ? pooled.has(each.date) : each.order === order) && each.year >= 1991 && each.year <= 2020,
    );
    const years = [...new Set(used.map(({ year }) => year))].sort((one, other) => one - other);
    const early = years.filter((year) => year <= 2005).length;
    if (years.length < 10 || early < 3 || years.length - early < 3) return [];
    const sorted = used.map(({ value }) => value).sort((one, other) => one - other);
    return [
      {
        order,
        count: years.length,
        firstYear: years[0],
        lastYear: years.at(-1),
        minimum: sorted[0],
        maximum: sorted.at(-1),
        p5: years.length >= 20 ? plainPercentile(sorted, 5) : undefined,
        p10: plainPercentile(sorted, 10),
        p25: plainPercentile(sorted, 25),
        median: plainPercentile(sorted, 50),
        p75: plainPercentile(sorted, 75),
        p90: plainPercentile(sorted, 90),
        p95: years.length >= 20 ? plainPercentile(sorted, 95) : undefined,
      },
    ];
  });
}

function flatten({ percentiles, median, provisional: _, period: __, ...rest }: DayStatistic) {
  const { 5: p5, 10: p10, 25: p25, 75: p75, 90: p90, 95: p95 } = percentiles;
  return { ...rest, median, p5, p10, p25, p75, p90, p95 };
}

const rounded = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? Number(value.toFixed(6)) : value,
      ]),
    ),
  );

/** The days of a date in `count` years from a year on, with ascending values. */
function onDate(date: string, count: number, from: number): DailyRecordColumns {
  const days = Array.from({ length: count }, (_, at) => dayNumber(`${from + at}-${date}`));
  return { days, values: days.map((_, at) => at) };
}

describe('daily statistics', () => {
  test('match a second implementation for every day', () => {
    fc.assert(
      fc.property(dailyRecord, yearKind, (record, kind) => {
        const found = recordStatistics(record, kind, streamflow).map(flatten);
        expect(rounded(found)).toEqual(rounded(plainStatistics(record, kind)));
      }),
      { numRuns: 12 },
    );
  });

  test('ascend from the minimum over the percentiles to the maximum', () => {
    fc.assert(
      fc.property(dailyRecord, yearKind, (record, kind) => {
        for (const each of recordStatistics(record, kind, streamflow)) {
          const { 5: p5, 10: p10, 25: p25, 75: p75, 90: p90, 95: p95 } = each.percentiles;
          const all = [each.minimum, p5, p10, p25, each.median, p75, p90, p95, each.maximum];
          const known = all.filter((value) => value !== undefined);
          expect(known).toEqual(known.toSorted((one, other) => one - other));
        }
      }),
      { numRuns: 12 },
    );
  });

  test.each([
    ['nine years', onDate('03-01', 9, 2001), 0],
    ['ten years, five in each half', onDate('03-01', 10, 2001), 1],
    ['ten years, two of them after 2005', onDate('03-01', 10, 1998), 0],
    ['ten years, three of them after 2005', onDate('03-01', 10, 1999), 1],
    ['twelve years, two of them before 2006', onDate('03-01', 12, 2004), 0],
    ['twenty years outside the period', onDate('03-01', 20, 1960), 0],
    ['ten years, most of them after the period', onDate('03-01', 10, 2015), 0],
  ])('need ten years and three in each half: %s', (_, record, days) => {
    const found = recordStatistics(record, 'water', streamflow);
    expect(found.filter(({ order }) => order === 153)).toHaveLength(days);
  });

  test('give the tails only with enough years', () => {
    const percentilesWith = (count: number) =>
      Object.keys(recordStatistics(onDate('07-01', count, 2000), 'water', streamflow)[0]?.percentiles ?? {});
    expect(percentilesWith(19)).toEqual(['10', '25', '75', '90']);
    expect(percentilesWith(21)).toEqual(['5', '10', '25', '75', '90', '95']);
  });

  test('do not jump at February 29 more than its neighbors do', () => {
    fc.assert(
      fc.property(dailyRecord, yearKind, (record, kind) => {
        const byOrder = new Map(recordStatistics(record, kind, streamflow).map((each) => [each.order, each]));
        const leap = leapDayOrder(kind);
        const [before, on, after] = [leap - 1, leap, leap + 1].map((order) => byOrder.get(order));
        if (!before || !on || !after) return;
        // The pool holds both neighbors, so its order statistics lie between, or a leap year's own value extends it.
        const leapValues = record.days.flatMap((day, at) =>
          formatDay(day).endsWith('-02-29') ? [record.values[at] ?? 0] : [],
        );
        expect(on.minimum).toBe(
          Math.min(before.minimum, after.minimum, ...inPeriod(record, kind, leapValues)),
        );
        const lowest = Math.min(before.percentiles[25] ?? 0, after.percentiles[25] ?? 0);
        const highest = Math.max(before.percentiles[75] ?? 0, after.percentiles[75] ?? 0);
        expect(on.median).toBeGreaterThanOrEqual(lowest);
        expect(on.median).toBeLessThanOrEqual(highest);
      }),
      { numRuns: 40 },
    );
  });

  test('count the provisional values', () => {
    const record = { ...onDate('07-01', 12, 2000), approval: 'AAAAAAAAAPPP' };
    expect(recordStatistics(record, 'water', streamflow)).toMatchObject([{ count: 12, provisional: 3 }]);
  });

  test('count the years within the normal period', () => {
    const days = ['1990-09-30', '1990-10-01', '2020-09-30', '2020-10-01'].map(dayNumber);
    expect(yearsInNormalPeriod({ days }, 'water')).toHaveLength(2);
  });
});

/** The values of February 29 that fall into the normal period. */
function inPeriod({ days }: DailyRecordColumns, kind: YearKind, values: readonly number[]) {
  const years = days.filter((day) => formatDay(day).endsWith('-02-29')).map((day) => yearOf(day, kind));
  return values.filter((_, at) => (years[at] ?? 0) >= 1991 && (years[at] ?? 0) <= 2020);
}

describe('statistics of wells', () => {
  /** Two readings each March: the median of a year's month is their mean. */
  const readings: DailyRecordColumns = {
    days: Array.from({ length: 12 }, (_, at) => 2000 + at).flatMap((year) => [
      dayNumber(`${year}-03-05`),
      dayNumber(`${year}-03-25`),
    ]),
    values: Array.from({ length: 12 }, (_, at) => at).flatMap((at) => [at, at + 2]),
  };

  test('are monthly where a year has fewer than 180 values', () => {
    const found = recordStatistics(readings, 'water', depthToWater);
    expect(found).toHaveLength(31);
    expect(found[0]).toMatchObject({
      order: 153,
      period: 'month',
      count: 12,
      minimum: 1,
      median: 6.5,
      maximum: 12,
    });
    expect(found.at(-1)).toMatchObject({ order: 183, median: 6.5 });
    // The same readings of a stream have no day with ten years but these two.
    expect(recordStatistics(readings, 'water', streamflow).map(({ order }) => order)).toEqual([157, 177]);
  });

  test('are daily where the record is', () => {
    fc.assert(
      fc.property(dailyRecord, yearKind, (record, kind) => {
        const values = record.days.filter((day) => yearOf(day, kind) >= 1991 && yearOf(day, kind) <= 2020);
        const years = new Set(values.map((day) => yearOf(day, kind)));
        const isDaily = values.length >= 180 * years.size;
        const periods = new Set(recordStatistics(record, kind, depthToWater).map(({ period }) => period));
        if (periods.size > 0) expect([...periods]).toEqual([isDaily ? 'day' : 'month']);
      }),
      { numRuns: 12 },
    );
  });

  test('count a month of 28 or 29 days by its place in the year', () => {
    const february = {
      days: Array.from({ length: 10 }, (_, at) => dayNumber(`${2001 + at}-02-10`)),
      values: Array.from({ length: 10 }, () => 4),
    };
    const orders = recordStatistics(february, 'irrigation', depthToWater).map(({ order }) => order);
    expect([orders[0], orders.at(-1), orders.length]).toEqual([93, 121, 29]);
  });
});
