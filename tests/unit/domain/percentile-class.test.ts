import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standingOf } from '#domain/finding/place.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import { recordStatistics } from '#domain/statistics/daily-statistics.ts';
import { classOf, latestOf, percentileOf, standingClasses } from '#domain/statistics/percentile-class.ts';
import { statisticOf } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';
import { percentileOnLine } from '../../support/percentile-oracle.ts';
import { dailyRecord } from '../../support/random-record.ts';
import { caseCount } from '../../support/thorough.ts';

const { streamflow, swe, airTemperature, depthToWater } = parameterNdx;

/** The standing of the last of the values, which are those of June 1 of the years up to 2011. */
function standingOfLast(values: readonly number[], parameter: number = streamflow) {
  const days = values.map((_, at) => dayNumber(`${2012 - values.length + at}-06-01`));
  const latest = latestOf({ days, values }, 'water', 'day');
  const statistic = recordStatistics({ days, values }, 'water', streamflow).statistics.find(
    ({ order }) => order === 245,
  );
  return latest && standingOf(latest, { statistic, parameter });
}

const others = Array.from({ length: 20 }, (_, at) => 10 * (at + 1));

describe('the standing of the latest value', () => {
  test('ranks it among the years with a value for its day', () => {
    expect(standingOfLast([5, 1, 9, 7, 3, 3, 8, 2, 6, 4, 10, 7])).toEqual({
      rdate: '2011-06-01',
      value: 7,
      rank: 4,
      low_rank: 8,
      years: 12,
      class: 'normal',
      percentile: 65,
      median: 5.5,
      percent_of_median: expect.closeTo((100 * 7) / 5.5, 6),
      difference: 1.5,
    });
    expect(latestOf({ days: [], values: [] }, 'water', 'day')).toBeUndefined();
    expect(standingOfLast([4])).toMatchObject({
      rank: 1,
      years: 1,
      class: null,
      percent_of_median: null,
    });
  });

  test.each([
    [5, 'lowest on record'],
    [10, 'much below normal'],
    [25, 'below normal'],
    [105, 'normal'],
    [165, 'above normal'],
    [195, 'much above normal'],
    [200, 'much above normal'],
    [201, 'highest on record'],
  ] as const)('sorts %d cfs into the class %s', (value, expected) => {
    expect(standingOfLast([...others, value])?.class).toBe(expected);
  });

  test('of a depth to water is that of the water level', () => {
    expect(standingOfLast([...others, 201], depthToWater)).toMatchObject({
      class: 'lowest on record',
      rank: 21,
      percent_of_median: null,
      difference: 91,
    });
    expect(standingOfLast([...others, 5], depthToWater)).toMatchObject({
      class: 'highest on record',
      rank: 1,
    });
    expect(standingOfLast([...others, 25], depthToWater)?.class).toBe('above normal');
  });

  test('of a canal that is dry every winter is no record', () => {
    expect(standingOfLast(Array.from({ length: 20 }, () => 0))).toMatchObject({ class: 'normal', rank: 1 });
    expect(standingOfLast([...others.map(() => 0), 3])?.class).toBe('highest on record');
  });

  test.each([
    ['a temperature', airTemperature, others],
    ['a median of zero', streamflow, others.map(() => 0)],
    ['less than an inch of snow', swe, others.map((value) => value / 1000)],
  ] as const)('has no percentage of %s', (_, parameter, values) => {
    const standing = standingOfLast([...values, 1], parameter);
    expect(standing?.percent_of_median).toBeNull();
    expect(standing?.difference).toBeCloseTo(1 - (standing?.median ?? Number.NaN), 9);
  });

  test('by month compares with the median readings of the month in other years', () => {
    const days = ['2018-03-01', '2018-03-20', '2019-03-31', '2020-03-02'].map(dayNumber);
    expect(latestOf({ days, values: [4, 8, 5, 7] }, 'water', 'month')).toEqual({
      day: dayNumber('2020-03-02'),
      value: 7,
      peers: [
        { year: 2018, value: 6 },
        { year: 2019, value: 5 },
        { year: 2020, value: 7 },
      ],
    });
  });

  test('turns around for a depth, whatever the values', () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 20, maxLength: 30 });
    forAll([values], 100, (all) => {
      const upright = standingOfLast(all);
      const reversed = standingOfLast(
        all.map((value) => -value),
        depthToWater,
      );
      expect(reversed?.rank).toBe(upright?.rank);
      expect(reversed?.class).toBe(upright?.class);
    });
  });

  test.each([
    ['below the lowest', 5, 'lowest on record', 5],
    ['the lowest', 10, 'lowest on record', 5],
    ['between the two lowest', 15, 'much below normal', 7],
    ['just below the 25th percentile', 52.4, 'below normal', 24],
    ['at the 25th percentile', 52.5, 'normal', 25],
    ['the median', 105, 'normal', 50],
    ['at the 75th percentile', 157.5, 'normal', 75],
    ['just above the 75th percentile', 157.6, 'above normal', 76],
    ['above the 90th percentile', 189.5, 'much above normal', 91],
    ['above the highest', 999, 'highest on record', 95],
  ])('has a percentile within its class: %s', (_, value, name, percentile) => {
    const values = value === 10 ? others : [...others, value];
    const statistic = statisticOf(others.map((each, at) => ({ year: 1996 + at, value: each })));
    if (!statistic) throw new Error('Twenty years are enough.');
    const peers = values.map((each, at) => ({ year: 1996 + at, value: each }));
    expect(classOf(value, statistic, peers, false)).toBe(name);
    expect(percentileOf(value, statistic.sorted, false)).toBe(percentile);
    expect(percentileOf(value, statistic.sorted, true)).toBe(100 - percentile);
  });

  test.each([
    ['the middle of equal values', 0, [...new Array<number>(15).fill(0), 1, 2, 3, 4, 5], 38],
    ['50 where all are equal', 7, new Array<number>(20).fill(7), 50],
    // No 5th or 95th percentile of ten years, and none of the stored ones between these points.
    ['of a position between two stored percentiles', 35, [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000], 32],
    ['of the last but one, far below the last', 90, [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000], 82],
    [
      'on the line from the upper end of equal values',
      0.5,
      [...new Array<number>(15).fill(0), 1, 2, 3, 4, 5],
      74,
    ],
    ['a half rounded up', 0.15, [...Array.from({ length: 19 }, (_, at) => (at + 1) / 10)], 8],
    ['within the class of equal values that span it', 0, [...new Array<number>(8).fill(0), ...others], 25],
  ])('is %s', (_, value, sorted, percentile) => {
    expect(percentileOf(value, sorted, false)).toBe(percentile);
    expect(percentileOf(value, sorted, true)).toBe(100 - percentile);
  });

  test('equals a second implementation, with ties and outside of the years', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.double({ min: -2, max: 14, noNaN: true }));
    const values = fc.array(value, { minLength: 10, maxLength: 90 });
    forAll([value, values, fc.boolean()], caseCount(4500), (each, all, isDepth) => {
      const sorted = new Float64Array(all).sort();
      expect(percentileOf(each, sorted, isDepth)).toBe(percentileOnLine(each, all, isDepth));
    });
  });

  test('is none on a day without snow, as in most years', () => {
    const bare = [...others.map((_, at) => Math.max(0, at - 12)), 0];
    expect(standingOfLast(bare, swe)).toMatchObject({ class: null, percentile: null, median: 0, rank: 8 });
    expect(standingOfLast([...bare, 2], swe)?.percentile).toBeGreaterThan(50);
    // A usual amount of snow melted early.
    expect(standingOfLast([...others, 0], swe)?.class).toBe('lowest on record');
    expect(standingOfLast(bare, streamflow)?.class).toBe('normal');
  });

  test('has a class that agrees with its place between the percentiles', () =>
    forAll([dailyRecord], 30, (record) => {
      const latest = latestOf(record, 'water', 'day');
      if (!latest) return;
      const order = dayOrderOf(latest.day, 'water');
      const statistic = recordStatistics(record, 'water', streamflow).statistics.find(
        (each) => each.order === order,
      );
      if (!statistic) return;
      const name = classOf(latest.value, statistic, latest.peers, false) ?? 'normal';
      const place = standingClasses.indexOf(name);
      const percentile = percentileOf(latest.value, statistic.sorted, false) ?? 0;
      expect(percentile).toBeGreaterThanOrEqual([1, 1, 10, 25, 76, 91, 76][place] ?? 100);
      expect(percentile).toBeLessThanOrEqual([24, 9, 24, 75, 90, 99, 99][place] ?? 0);
      if (place >= 4) expect(latest.value).toBeGreaterThan(statistic.percentiles[75] ?? 0);
      if (place <= 2) expect(latest.value).toBeLessThan(statistic.percentiles[25] ?? 0);
    }));
});
