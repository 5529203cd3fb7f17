import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { comparedDays, comparedOrders, createSeasonToDate, sameDayOf } from '#domain/snow/snowpack.ts';
import { recordStatistics } from '#domain/statistics/daily-statistics.ts';
import { median } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const someDay = fc.integer({ min: dayNumber('2020-10-01'), max: dayNumber('2032-09-30') });
const someYear = fc.integer({ min: 1981, max: 2032 });

/** A record of every day of some water years. */
function recordOf(years: readonly number[], valueOn: (day: DayNumber) => number | undefined) {
  const days = years.flatMap((year) => {
    const first = firstDayOfWaterYear(year);
    return Array.from({ length: firstDayOfWaterYear(year + 1) - first }, (_, at) => first + at);
  });
  const found = days.flatMap((day) => {
    const value = valueOn(day);
    return value === undefined ? [] : { day, value };
  });
  return { days: found.map(({ day }) => day), values: found.map(({ value }) => value) };
}

const yearsFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('the same day of another year', () => {
  test('is its month and day, in that water year', () =>
    forAll([someYear, someDay], 100, (year, day) => {
      const found = sameDayOf(year, day);
      expect(waterYear(found)).toBe(year);
      const wanted = formatDay(day).slice(5);
      if (wanted !== '02-29') expect(formatDay(found).slice(5)).toBe(wanted);
    }));

  test('is February 28 for February 29 in a year without it', () => {
    const leapDay = dayNumber('2028-02-29');
    expect([2023, 2024, 2027].map((year) => formatDay(sameDayOf(year, leapDay)))).toEqual([
      '2023-02-28',
      '2024-02-29',
      '2027-02-28',
    ]);
    expect(formatDay(sameDayOf(2024, dayNumber('2027-02-28')))).toBe('2024-02-28');
  });
});

describe('percent of median for the date', () => {
  /** Compares with the record's own medians; the orders are the ones that the portal reads. */
  const seasonToDate = (record: SeriesColumns, day: DayNumber, all = record) => {
    const orders = comparedOrders(day);
    const { statistics } = recordStatistics(all, 'water', parameterNdx.swe);
    return createSeasonToDate(record, day, (order) =>
      statistics.find((each) => each.order === order && orders.includes(order)),
    );
  };
  const snow = (day: DayNumber) => (waterYear(day) % 30) + dayParts(day).day / 10;

  test('reads no other days than those it names', { tags: ['full'] }, () =>
    forAll([fc.oneof(someDay, fc.constant(dayNumber('2028-02-29')))], 20, (day) => {
      const years = yearsFrom(1988, waterYear(day));
      const wanted = new Set(comparedDays(day, 1988, waterYear(day)));
      const all = recordOf(years, snow);
      const whole = seasonToDate(all, day);
      const part = seasonToDate(
        recordOf(years, (each) => (wanted.has(each) ? snow(each) : undefined)),
        day,
        all,
      );
      for (const year of years) expect(part(year)).toEqual(whole(year));
    }),
  );

  test('is the value over the median of the same day of 1991–2020', () => {
    const day = dayNumber('2026-11-20');
    const { asOf, value, ...season } = seasonToDate(recordOf(yearsFrom(1985, 2027), snow), day)(2024);
    const values = yearsFrom(1991, 2020).map((year) => snow(sameDayOf(year, day)));
    expect([formatDay(asOf), value]).toEqual(['2023-11-20', snow(asOf)]);
    expect(season.median).toMatchObject({
      count: 30,
      firstYear: 1991,
      lastYear: 2020,
      median: median(values),
    });
    expect(season.percent).toBeCloseTo((100 * snow(asOf)) / median(values), 9);
  });

  test('pools February 28, February 29 and March 1 for February 29, and only then', () => {
    const day = dayNumber('2028-02-29');
    const seasonOf = seasonToDate(recordOf(yearsFrom(1991, 2028), snow), day);
    const dates = yearsFrom(1991, 2020).flatMap((year) =>
      ['02-28', '02-29', '03-01'].map((date) => `${year}-${date}`),
    );
    const pooled = dates
      .filter((date) => formatDay(Date.parse(date) / 86_400_000) === date)
      .map((date) => snow(dayNumber(date)));
    expect(pooled).toHaveLength(68);
    expect(seasonOf(2028).median?.median).toBe(median(pooled));
    const ofFebruary28 = yearsFrom(1991, 2020).map((year) => snow(dayNumber(`${year}-02-28`)));
    expect(seasonOf(2027).median?.median).toBe(median(ofFebruary28));
  });

  test.each([
    ['9 years', yearsFrom(2001, 2009), false],
    ['10 years', yearsFrom(2000, 2009), true],
    ['15 years of one half', yearsFrom(2006, 2020), false],
    ['12 years of one half and 2 of the other', [...yearsFrom(1991, 1992), ...yearsFrom(2006, 2017)], false],
  ])('has a median of %s: %#', (_, years, hasMedian) => {
    const seasonOf = seasonToDate(recordOf([...years, 2027], snow), dayNumber('2026-11-20'));
    expect(seasonOf(2027).median !== undefined).toBe(hasMedian);
    expect(seasonOf(2027).percent !== undefined).toBe(hasMedian);
  });

  test('is withheld wherever the median is below an inch, and given from there on', {
    tags: ['full'],
  }, () => {
    const depth = fc.double({ min: 0, max: 3, noNaN: true });
    forAll([depth, depth], 30, (usual, value) => {
      const record = recordOf(yearsFrom(1991, 2027), (day) => (waterYear(day) === 2027 ? value : usual));
      const season = seasonToDate(record, dayNumber('2026-11-20'))(2027);
      expect(season.median?.median).toBe(usual);
      expect(season.percent !== undefined).toBe(usual >= 1);
    });
  });

  test('has no value on a day that is missing, and no other day’s', () => {
    const record = recordOf(yearsFrom(1991, 2027), (day) =>
      formatDay(day) === '2023-11-20' ? undefined : snow(day),
    );
    expect(seasonToDate(record, dayNumber('2026-11-20'))(2024)).toMatchObject({
      value: undefined,
      percent: undefined,
      median: { count: 30 },
    });
  });
});
