import { describe, expect, test } from 'vitest';
import { comparedWeeks, reachComparison } from '#domain/finding/reach-comparison.ts';
import { snowGroup } from '#domain/finding/snow-group.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';

const day = dayNumber('2021-05-14');
const record = (values: Record<number, number>) => ({
  values: new Map(Object.entries(values).map(([at, value]) => [Number(at), value])),
});

describe('the snow of a group', () => {
  const site = (value?: number, median?: number, medianPeak?: number, isProvisional = false) => ({
    value,
    median,
    medianPeak,
    isProvisional,
  });

  test('is a ratio of sums over the sites that have both, not a mean of percentages', () => {
    const group = snowGroup([site(30, 20, 40), site(5, 10, 10, true), site(undefined, 9, 9), site(9)]);
    expect(group).toEqual({
      count: 2,
      value: 35,
      median: 30,
      medianPeak: 50,
      percentOfMedian: (100 * 35) / 30,
      percentOfPeak: 70,
      provisional: 0.5,
    });
  });

  test('has no percentage below an inch of median on average', () => {
    expect(snowGroup([site(0.5, 0.9, 10), site(3, 1, 12)])).toMatchObject({
      percentOfMedian: undefined,
      percentOfPeak: expect.closeTo((100 * 3.5) / 22, 9),
    });
    expect(snowGroup([site(1, 1, 10), site(1, 1, 12)])?.percentOfMedian).toBe(100);
  });

  test('has no median peak if one of its sites has none', () => {
    expect(snowGroup([site(1, 2, 10), site(1, 2)])).toMatchObject({
      count: 2,
      medianPeak: undefined,
      percentOfPeak: undefined,
    });
  });

  test('needs a site that has both', () => {
    expect(snowGroup([])).toBeUndefined();
    expect(snowGroup([site(1), site(undefined, 2, 2)])).toBeUndefined();
  });
});

describe('the week of a reach', () => {
  const weekOf = (last: number, value: number) =>
    Object.fromEntries(Array.from({ length: 7 }, (_, at) => [last - at, value + at - 3]));
  const on = (year: number) => dayNumber(`${year}-05-14`);

  const weeks = (...each: readonly (readonly [year: number, value: number])[]) =>
    record(Object.assign({}, ...each.map(([year, value]) => weekOf(on(year), value))));
  const placed = { class: null, percentile: null, of: null };

  test('is ranked among the same seven days of the years up to its own', () => {
    const values = weeks([2018, 50], [2019, 20], [2020, 40], [2021, 30], [2022, 1]);
    expect(reachComparison(values, day, 2018)).toEqual({
      mean: 30,
      ...placed,
      rank: { rank: 3, low_rank: 2, years: 4 },
      year_before: { rdate: '2020-05-14', value: 40, percentile: null },
    });
    values.values.delete(on(2020) - 2);
    expect(reachComparison(values, day, 2018)).toMatchObject({ rank: { years: 3 }, year_before: null });
  });

  test('has a class among those of 1991–2020, also of years after its own', () => {
    const normals = Array.from({ length: 30 }, (_, at) => [1991 + at, 10 * (at + 1)] as const);
    const values = weeks(...normals, [2021, 75]);
    expect(reachComparison(values, day, 1991)).toMatchObject({
      mean: 75,
      class: 'below normal',
      percentile: 24,
      of: { count: 30, median: 155, p25: 77.5, percent: expect.closeTo(48.387, 3) },
      rank: { rank: 24, low_rank: 8, years: 31 },
      year_before: { value: 300, percentile: 97 },
    });
    expect(reachComparison(values, on(1995), 1991)).toMatchObject({
      mean: 50,
      class: 'highest on record',
      of: { median: 155 },
      rank: { rank: 1, years: 5 },
    });
  });

  test('has no comparison without another year, and none without its own days', () => {
    expect(reachComparison(weeks([2021, 5]), day, 2021)).toEqual({
      mean: 5,
      ...placed,
      rank: { rank: 1, low_rank: 1, years: 1 },
      year_before: null,
    });
    expect(reachComparison(record({ [day]: 5 }), day, 2018)).toBeUndefined();
  });

  test('up to February 29 is compared with that up to February 28 in other years', () => {
    expect(comparedWeeks(dayNumber('2020-02-29'), 2016).map(formatDay)).toEqual([
      '2016-02-29',
      '2017-02-28',
      '2018-02-28',
      '2019-02-28',
      '2020-02-29',
    ]);
  });
});
