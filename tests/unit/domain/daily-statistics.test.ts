import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bridgedValueOn, bridgeGaps } from '#domain/bridge-gaps.ts';
import { dayOrderOf, leapDayOrder, type YearKind, yearOf } from '#domain/season/season.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import {
  type RankedDayStatistic,
  recordStatistics,
  yearsInNormalPeriod,
} from '#domain/statistics/daily-statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';
import { bridgedOn, dailyRecord, valuesByDay, yearKind } from '../../support/random-record.ts';

const { streamflow, depthToWater } = parameterNdx;

/** The percentile of ascending values at position p(n+1), computed by weights instead of an index. */
function plainPercentile(sorted: readonly number[], percent: number): number | undefined {
  const position = (percent / 100) * (sorted.length + 1);
  if (position < 1 - 1e-9 || position > sorted.length + 1e-9) return undefined;
  return sorted.reduce((sum, value, at) => sum + value * Math.max(0, 1 - Math.abs(position - (at + 1))), 0);
}

/** A second implementation, day by day from the calendar. */
function plainStatistics({ days, values }: SeriesColumns, kind: YearKind) {
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

function flatten({
  percentiles,
  median,
  provisional: _,
  estimated: __,
  period: ___,
  sorted: ____,
  ...rest
}: RankedDayStatistic) {
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
function onDate(date: string, count: number, from: number): SeriesColumns {
  const days = Array.from({ length: count }, (_, at) => dayNumber(`${from + at}-${date}`));
  return { days, values: days.map((_, at) => at) };
}

describe('daily statistics', () => {
  test('match a second implementation for every day', () =>
    forAll([dailyRecord, yearKind], 12, (record, kind) => {
      const found = recordStatistics(record, kind, streamflow).statistics.map(flatten);
      expect(rounded(found)).toEqual(rounded(plainStatistics(record, kind)));
    }));

  test.each([
    ['nine years', onDate('03-01', 9, 2001), 0],
    ['ten years, five in each half', onDate('03-01', 10, 2001), 1],
    ['ten years, two of them after 2005', onDate('03-01', 10, 1998), 0],
    ['ten years, three of them after 2005', onDate('03-01', 10, 1999), 1],
    ['twelve years, two of them before 2006', onDate('03-01', 12, 2004), 0],
    ['twenty years outside the period', onDate('03-01', 20, 1960), 0],
    ['ten years, most of them after the period', onDate('03-01', 10, 2015), 0],
  ])('need ten years and three in each half: %s', (_, record, days) => {
    const found = recordStatistics(record, 'water', streamflow).statistics;
    expect(found.filter(({ order }) => order === 153)).toHaveLength(days);
  });

  test('give the tails only with enough years', () => {
    const percentilesWith = (count: number) =>
      Object.keys(
        recordStatistics(onDate('07-01', count, 2000), 'water', streamflow).statistics[0]?.percentiles ?? {},
      );
    expect(percentilesWith(19)).toEqual(['10', '25', '75', '90']);
    expect(percentilesWith(21)).toEqual(['5', '10', '25', '75', '90', '95']);
  });

  test('count the provisional values', () => {
    const record = { ...onDate('07-01', 12, 2000), approval: 'AAAAAAAAAPPP' };
    expect(recordStatistics(record, 'water', streamflow).statistics).toMatchObject([
      { count: 12, provisional: 3, estimated: 0 },
    ]);
  });

  test('count the years within the normal period', () => {
    const days = ['1990-09-30', '1990-10-01', '2020-09-30', '2020-10-01'].map(dayNumber);
    expect(yearsInNormalPeriod({ days }, 'water')).toHaveLength(2);
  });
});

/** The years of 1991–2020 all of whose days have a value or bridge a gap. */
function completeYears(record: SeriesColumns, kind: YearKind): number[] {
  const known = valuesByDay(record);
  return Array.from({ length: 30 }, (_, at) => 1991 + at).filter((year) => {
    const first = dayNumber(`${year - 1}-${kind === 'water' ? 10 : 11}-01`);
    const length = dayNumber(`${year}-${kind === 'water' ? 10 : 11}-01`) - first;
    return Array.from({ length }, (_, at) => first + at).every((day) => bridgedOn(known, day) !== undefined);
  });
}

function isEnough(years: readonly number[]): boolean {
  const early = years.filter((year) => year <= 2005).length;
  return years.length >= 10 && early >= 3 && years.length - early >= 3;
}

describe('statistics of storage, snow, elevation and depth', () => {
  const { storage } = parameterNdx;
  const first = dayNumber('1990-10-01');
  const days = Array.from({ length: dayNumber('2020-10-01') - first }, (_, at) => first + at);
  /** A smooth curve that rises and falls with the season, higher from year to year. */
  const smooth = (day: number) => 1000 + 400 * Math.sin((day * 2 * Math.PI) / 365.25) + (day - first) / 10;
  /** It bends by less than this over eight days: (2π / 365.25)² × 400 × 8² ÷ 8. */
  const bridgingError = 1;
  const without = (gaps: readonly (readonly [start: number, length: number])[]): SeriesColumns => {
    const isMissing = (day: number) => gaps.some(([start, length]) => day >= start && day < start + length);
    const used = days.filter((day) => !isMissing(day));
    return { days: used, values: used.map(smooth) };
  };
  const inside = fc.integer({ min: first + 8, max: dayNumber('2020-09-20') });
  const gap = fc.tuple(inside, fc.integer({ min: 1, max: 7 }));

  test('rest on the same years on all days, whatever is missing', () =>
    forAll([dailyRecord, yearKind], 20, (record, kind) => {
      const { statistics, years } = recordStatistics(record, kind, storage);
      const complete = completeYears(record, kind);
      if (isEnough(complete)) {
        expect(years).toEqual(complete);
        expect(statistics).toHaveLength(366);
      }
      for (const { count, firstYear, lastYear } of statistics) {
        expect([count, firstYear, lastYear]).toEqual([years.length, years[0], years.at(-1)]);
      }
    }));

  test('do not move by more than the bridging error if up to 7 days are missing anywhere', {
    tags: ['full'],
  }, () => {
    const whole = recordStatistics(without([]), 'water', storage).statistics;
    expect(whole).toHaveLength(366);
    forAll([fc.array(gap, { minLength: 1, maxLength: 3 })], 40, (gaps) => {
      // Two gaps side by side are one longer gap.
      const starts = gaps.map(([start]) => start).toSorted((one, other) => one - other);
      fc.pre(starts.every((start, at) => at === 0 || start - (starts[at - 1] ?? 0) > 16));
      const found = recordStatistics(without(gaps), 'water', storage).statistics;
      expect(found).toHaveLength(366);
      for (const [at, { count, minimum, median, maximum, percentiles }] of found.entries()) {
        const before = whole[at];
        expect(count).toBe(30);
        for (const [one, other] of [
          [minimum, before?.minimum],
          [median, before?.median],
          [maximum, before?.maximum],
          [percentiles[10], before?.percentiles[10]],
          [percentiles[90], before?.percentiles[90]],
        ]) {
          expect(Math.abs((one ?? Number.NaN) - (other ?? Number.NaN))).toBeLessThan(bridgingError);
        }
      }
      const estimated = found.filter(({ order }) => order !== leapDayOrder('water'));
      const leapDays = gaps.flatMap(([start, length]) =>
        Array.from({ length }, (_, at) => formatDay(start + at)).filter((day) => day.endsWith('-02-29')),
      );
      expect(estimated.reduce((sum, each) => sum + each.estimated, 0)).toBe(
        gaps.reduce((sum, [, length]) => sum + length, 0) - leapDays.length,
      );
    });
  });

  test.each([
    ['a day', '1999-03-04', 1, 30],
    ['7 days', '1999-03-04', 7, 30],
    ['8 days', '1999-03-04', 8, 29],
    ['7 days across February 29', '2004-02-26', 7, 30],
    ['8 days across February 29', '2004-02-25', 8, 29],
    ['7 days across the end of a year', '1999-09-27', 7, 30],
    ['8 days across the end of a year', '1999-09-27', 8, 28],
    ['the first day of the period, with nothing before it', '1990-10-01', 1, 29],
  ])('bridge %s missing on %s: %i', (_, date, length, count) => {
    const { statistics, years } = recordStatistics(without([[dayNumber(date), length]]), 'water', storage);
    expect(years).toHaveLength(count);
    expect(new Set(statistics.map((each) => each.count))).toEqual(new Set([count]));
  });

  test.each<
    [what: string, record: (year: number) => readonly [from: string, to: string], days: number, years: number]
  >([
    ['the winter only', (year) => [`${year - 1}-11-01`, `${year}-06-30`], 243, 30],
    [
      'a winter that begins later from year to year',
      (year) => [`${year - 1}-11-${10 + (year % 15)}`, `${year}-06-30`],
      223,
      24,
    ],
    [
      'nine whole years, and the winter of the others',
      (year) =>
        year < 2012 ? [`${year - 1}-11-01`, `${year}-06-30`] : [`${year - 1}-10-01`, `${year}-09-30`],
      243,
      30,
    ],
    [
      'ten whole years of one half, and the winter of the others',
      (year) =>
        year < 2011 ? [`${year - 1}-11-01`, `${year}-06-30`] : [`${year - 1}-10-01`, `${year}-09-30`],
      243,
      30,
    ],
    [
      'another month in each year',
      (year) => [
        `${year}-${String(1 + (year % 9)).padStart(2, '0')}-01`,
        `${year}-${String(1 + (year % 9)).padStart(2, '0')}-28`,
      ],
      0,
      0,
    ],
  ])('of a record of %s rest on its usual days and the years that have them', (_, extent, length, count) => {
    const used = days.filter((day) => {
      const [from, to] = extent(yearOf(day, 'water'));
      return day >= dayNumber(from) && day <= dayNumber(to);
    });
    const { statistics, years } = recordStatistics(
      { days: used, values: used.map(smooth) },
      'water',
      storage,
    );
    expect([statistics.length, years.length]).toEqual([length, count]);
    expect(statistics.every((each) => each.count === count)).toBe(true);
  });

  test('bridge by a straight line', () => {
    const start = dayNumber('1999-03-04');
    const { days: known, values } = without([[start, 7]]);
    const bridged = bridgeGaps({ days: known, values });
    const [before, after] = [smooth(start - 1), smooth(start + 7)];
    for (let step = 0; step < 7; step += 1) {
      const at = bridged.days.indexOf(start + step);
      expect(bridged.values[at]).toBeCloseTo(before + ((after - before) * (step + 1)) / 8, 9);
      expect(bridged.approval[at]).toBe('E');
      expect(bridgedValueOn(valuesByDay({ days: known, values }), start + step)).toBe(bridged.values[at]);
    }
    const longer = without([[start, 8]]);
    expect(bridgeGaps(longer).days).toEqual(longer.days);
    expect(bridgedValueOn(valuesByDay(longer), start + 4)).toBeUndefined();
  });

  test('of flow are those of the days that have a value', () => {
    const missing = dayNumber('1999-03-04');
    const { statistics, years } = recordStatistics(without([[missing, 2]]), 'water', streamflow);
    expect(years).toHaveLength(30);
    const counts = statistics.map(({ order, count }) => [order, count]);
    expect(counts.filter(([, count]) => count !== 30)).toEqual([
      [dayOrderOf(missing, 'water'), 29],
      [dayOrderOf(missing + 1, 'water'), 29],
    ]);
  });
});

describe('statistics of wells', () => {
  /** Two readings each March: the median of a year's month is their mean. */
  const readings: SeriesColumns = {
    days: Array.from({ length: 12 }, (_, at) => 2000 + at).flatMap((year) => [
      dayNumber(`${year}-03-05`),
      dayNumber(`${year}-03-25`),
    ]),
    values: Array.from({ length: 12 }, (_, at) => at).flatMap((at) => [at, at + 2]),
  };

  test('are monthly where a year has fewer than 180 values', () => {
    const found = recordStatistics(readings, 'water', depthToWater).statistics;
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
    expect(recordStatistics(readings, 'water', streamflow).statistics.map(({ order }) => order)).toEqual([
      157, 177,
    ]);
  });

  test('are daily where the record is', () =>
    forAll([dailyRecord, yearKind], 12, (record, kind) => {
      const values = record.days.filter((day) => yearOf(day, kind) >= 1991 && yearOf(day, kind) <= 2020);
      const years = new Set(values.map((day) => yearOf(day, kind)));
      const isDaily = values.length >= 180 * years.size && isEnough(completeYears(record, kind));
      const { statistics } = recordStatistics(record, kind, depthToWater);
      const periods = new Set(statistics.map(({ period }) => period));
      if (periods.size > 0) expect([...periods]).toEqual([isDaily ? 'day' : 'month']);
    }));

  test('count a month of 28 or 29 days by its place in the year', () => {
    const february = {
      days: Array.from({ length: 10 }, (_, at) => dayNumber(`${2001 + at}-02-10`)),
      values: Array.from({ length: 10 }, () => 4),
    };
    const orders = recordStatistics(february, 'irrigation', depthToWater).statistics.map(
      ({ order }) => order,
    );
    expect([orders[0], orders.at(-1), orders.length]).toEqual([93, 121, 29]);
  });
});
