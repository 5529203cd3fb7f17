import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAtPlace,
  daysOfSeason,
  defaultReference,
  formatReference,
  latestSeasonOf,
  parseReference,
  placeOfDay,
  placesOf,
  type ReferenceChoice,
  type SeasonStart,
  seasonStarts,
} from '#domain/season/gain-season.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { seasonGainOf } from '#features/reach-board/rules/season-gain.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';
import { bridgedOn, dailyRecord, recordBetween, valuesByDay } from '../../support/random-record.ts';

const seasonStart = fc.constantFrom(...seasonStarts);

const resultOf = (record: SeriesColumns, start: SeasonStart = 'nov', choice: ReferenceChoice = 'all') =>
  seasonGainOf(record, start, { choice, approvedOnly: false });

describe('the season of a reach', () => {
  test.each([
    ['nov', 2027, '2026-11-01', '2027-10-31', 366],
    ['oct', 2027, '2026-10-01', '2027-09-30', 366],
    ['may', 2027, '2027-05-01', '2027-09-30', 153],
  ] as const)('from %s of %i lasts from %s to %s', (start, year, first, last, places) => {
    const days = daysOfSeason(year, start);
    expect([formatDay(days.first), formatDay(days.last), placesOf(start)]).toEqual([first, last, places]);
  });

  test.each([
    ['nov', '2026-10-31', 2026],
    ['nov', '2026-11-01', 2027],
    ['oct', '2026-09-30', 2026],
    ['oct', '2026-10-01', 2027],
    ['may', '2026-04-30', 2025],
    ['may', '2026-05-01', 2026],
    ['may', '2026-10-01', 2026],
    ['may', '2027-02-01', 2026],
  ] as const)('from %s is on %s that of %i', (start, date, year) => {
    expect(latestSeasonOf(dayNumber(date), start)).toBe(year);
  });

  test('has the same place for a date in every year, and February 28 for February 29', () => {
    expect(placeOfDay(dayNumber('2024-02-29'), 'nov')).toBe(121);
    expect(formatDay(dayAtPlace(121, 2023, 'nov'))).toBe('2023-02-28');
    expect(placeOfDay(dayNumber('2023-03-01'), 'nov')).toBe(122);
    expect(placeOfDay(dayNumber('2024-05-01'), 'may')).toBe(1);
  });
});

test.each([
  ['1991-2020', { from: 1991, to: 2020 }],
  ['all', 'all'],
  ['2020-1991', undefined],
  ['1991-', undefined],
  ['1991', undefined],
  ['0001-9999', undefined],
  ['19911-2020', undefined],
  ['1991-2020-2021', undefined],
  ['', undefined],
] as const)('reads the reference period %s', (text, expected) => {
  const found = parseReference(text);
  expect(found).toEqual(expected);
  if (found) expect(formatReference(found)).toBe(text);
});

describe('the gain of a season', () => {
  /** 100 cfs, in the running season 80. */
  const steady = (date: string) => (date >= '2025-11-01' ? 80 : 100);
  const af = (cfsDays: number) => 1.983 * cfsDays;

  test('is compared with the same days of others', () => {
    const found = resultOf(recordBetween('1989-11-01', '2026-03-10', steady));
    expect(found).toMatchObject({ year: 2026, daysMissing: 0, latest: dayNumber('2026-03-10') });
    // November 1 to March 10; of leap years with February 29.
    expect(found?.sum).toMatchObject({
      daysMeasured: 130,
      daysEstimated: 0,
      rank: 37,
      lowRank: 1,
      years: 37,
    });
    expect(found?.sum?.gain).toBeCloseTo(af(130 * 80), 6);
    expect(found?.sum?.statistic?.median).toBeCloseTo(af(130 * 100), 6);
    expect(found?.sum?.statistic?.maximum).toBeCloseTo(af(131 * 100), 6);
    expect(found?.reference).toMatchObject({ from: 1990, to: 2025, isEnough: true });
    expect(found?.sum?.lowest?.year).toBe(1990);
    expect(found?.sum?.before?.year).toBe(2025);
    const pace = found?.sum?.pace;
    expect(pace?.daysLeft).toBe(365 - 130);
    expect(pace?.cfs).toBeCloseTo((365 * 100 - 130 * 80) / 235, 6);
    expect(pace?.acreFeetPerDay).toBeCloseTo(af((365 * 100 - 130 * 80) / 235), 6);
    expect(pace?.usualCfs).toBeCloseTo(100, 6);
  });

  test('compares February 29 with February 28 of other years', () => {
    const found = resultOf(recordBetween('1989-11-01', '2024-02-29', () => 10));
    expect(found?.sum).toMatchObject({ daysMeasured: 121, place: 121 });
    expect(found?.sum?.statistic?.median).toBeCloseTo(af(120 * 10), 6);
    expect(found?.sum?.statistic?.maximum).toBeCloseTo(af(121 * 10), 6);
  });

  type Gaps = readonly (readonly [from: string, to: string])[];
  test.each<[what: string, without: Gaps, estimated: number, missing: number, through: string]>([
    ['a missing day', [['2026-01-10', '2026-01-10']], 1, 0, '2026-03-10'],
    ['seven', [['2026-01-10', '2026-01-16']], 7, 0, '2026-03-10'],
    ['eight', [['2026-01-10', '2026-01-17']], 0, 8, '2026-01-09'],
    [
      'two gaps, the second of eight',
      [
        ['2025-12-01', '2025-12-02'],
        ['2026-01-10', '2026-01-17'],
      ],
      2,
      8,
      '2026-01-09',
    ],
    ['its first days', [['2025-11-01', '2025-11-03']], 3, 0, '2026-03-10'],
  ])('with %s missing is bridged, or ends before the gap', (_, without, estimated, missing, through) => {
    const found = resultOf(recordBetween('1989-11-01', '2026-03-10', steady, without));
    const { sum } = found ?? {};
    expect(found?.daysMissing).toBe(missing);
    expect([sum?.daysEstimated, formatDay(sum?.through ?? 0)]).toEqual([estimated, through]);
    expect(sum?.pace !== undefined).toBe(missing === 0);
    // Others are compared to the day on which the sum ends, not to the latest.
    const days = dayNumber(through) - dayNumber('2025-10-31');
    expect(sum?.statistic?.median).toBeCloseTo(af(days * 100), 6);
  });

  test('is none where its first eight days are missing', () => {
    const found = resultOf(recordBetween('1989-11-01', '2026-03-10', steady, [['2025-11-01', '2025-11-08']]));
    expect([found?.sum, found?.daysMissing]).toEqual([undefined, 8]);
  });

  test('of past years with a long gap is no part of the reference, and not ranked after the gap', () => {
    const found = resultOf(
      recordBetween('1989-11-01', '2026-03-10', steady, [
        ['2001-02-01', '2001-02-20'],
        ['2024-12-01', '2024-12-31'],
      ]),
    );
    expect(found?.reference.curves.map(({ year }) => year)).not.toContain(2001);
    expect(found?.sum?.years).toBe(37 - 2);
    // The sum of last season has ended, so there is no value for the same day.
    expect(found?.sum?.before?.values).toHaveLength(30);
  });

  test('is that of the whole season after its end, without a pace', () => {
    const found = resultOf(
      recordBetween('1989-11-01', '2026-11-20', () => 5),
      'may',
    );
    expect(found).toMatchObject({ year: 2026, latest: dayNumber('2026-09-30') });
    expect(found?.sum?.gain).toBeCloseTo(af(153 * 5), 6);
    expect(found?.sum?.pace).toBeUndefined();
  });

  test.each<[string, ReferenceChoice, string, number, boolean]>([
    ['ten complete years', { from: 2011, to: 2020 }, '1989-11-01', 10, true],
    ['nine', { from: 2012, to: 2020 }, '1989-11-01', 9, false],
    ['two years of the first half', { from: 1991, to: 2020 }, '2003-11-01', 17, false],
    ['three', { from: 1991, to: 2020 }, '2002-11-01', 18, true],
    ['years to come', { from: 2030, to: 2060 }, '1989-11-01', 0, false],
    ['only the running year', { from: 2026, to: 2026 }, '1989-11-01', 0, false],
    ['a short record', 'all', '2018-11-01', 7, false],
  ])('with a reference of %s', (_, choice, from, count, isEnough) => {
    const found = resultOf(recordBetween(from, '2026-03-10', steady), 'nov', choice);
    expect([found?.reference.curves.length, found?.reference.isEnough]).toEqual([count, isEnough]);
    expect(found?.statistics).toHaveLength(isEnough ? 366 : 0);
    expect(found?.sum?.pace !== undefined).toBe(isEnough);
    expect(found?.sum?.statistic !== undefined).toBe(isEnough);
    expect(found?.sum?.rank).toBe(found?.sum?.years);
  });

  test('leaves provisional seasons out of the reference where only approved values count', () => {
    const { days, values } = recordBetween('1989-11-01', '2026-03-10', steady);
    const approval = days.map((day) => (day >= dayNumber('2020-05-05') ? 'P' : 'A')).join('');
    const found = seasonGainOf({ days, values, approval }, 'nov', { choice: 'all', approvedOnly: true });
    expect(found?.reference.curves.at(-1)?.year).toBe(2019);
    expect(found?.sum?.curve.hasProvisional).toBe(true);
    expect(found?.sum?.before?.year).toBe(2025);
  });

  test('is absent without values', () => {
    expect(resultOf({ days: [], values: [] })).toBeUndefined();
  });
});

/** The sum from a date to another, both included, day by day; undefined at a gap of more than seven days. */
function naiveSum(values: ReadonlyMap<number, number>, from: string, to: string): number | undefined {
  let sum = 0;
  for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
    const value = bridgedOn(values, day);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

test('equals a day-by-day sum, and ranks and medians of such sums', () => {
  const firstDates = { nov: '11-01', oct: '10-01', may: '05-01' } as const;
  const lastDates = { nov: '10-31', oct: '09-30', may: '09-30' } as const;
  forAll([dailyRecord, seasonStart], 12, (record, start) => {
    const found = resultOf(record, start, defaultReference);
    if (!found) return;
    const valueOn = valuesByDay(record);
    const startOf = (year: number) => `${start === 'may' ? year : year - 1}-${firstDates[start]}`;
    const { sum, year } = found;
    expect(formatDay(found.first)).toBe(startOf(year));
    if (!sum) {
      expect(naiveSum(valueOn, startOf(year), startOf(year))).toBeUndefined();
      return;
    }
    const through = formatDay(sum.through);
    expect(sum.gain).toBeCloseTo(1.983 * (naiveSum(valueOn, startOf(year), through) ?? Number.NaN), 4);
    if (sum.through < found.latest)
      expect(naiveSum(valueOn, startOf(year), addDays(through, 1))).toBeUndefined();
    // The same date of another year; February 29 of one without it is February 28.
    const sameDate = (other: number) => {
      const text = `${Number(through.slice(0, 4)) + other - year}${through.slice(4)}`;
      return text.endsWith('02-29') && other % 4 !== 0 ? text.replace('02-29', '02-28') : text;
    };
    const years = Array.from({ length: 60 }, (_, at) => year - at);
    const sums = years.flatMap((other) => naiveSum(valueOn, startOf(other), sameDate(other)) ?? []);
    expect(sum.years).toBe(sums.length);
    const gain = sums[0] ?? Number.NaN;
    const near = (each: number) => Math.abs(each - gain) < 1e-6;
    expect(sum.rank).toBe(1 + sums.filter((each) => each > gain && !near(each)).length);
    const complete = years.filter(
      (other) =>
        other !== year &&
        other >= 1991 &&
        other <= 2020 &&
        naiveSum(valueOn, startOf(other), `${other}-${lastDates[start]}`) !== undefined,
    );
    expect(found.reference.curves.map((each) => each.year)).toEqual(complete.toReversed());
    if (!sum.statistic) return;
    const sorted = complete
      .map((other) => naiveSum(valueOn, startOf(other), sameDate(other)) ?? Number.NaN)
      .sort((one, other) => one - other);
    const middle = sorted.length >> 1;
    const median =
      sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
    expect(sum.statistic.median).toBeCloseTo(1.983 * (median ?? Number.NaN), 4);
    expect(sum.statistic.minimum).toBeCloseTo(1.983 * (sorted[0] ?? Number.NaN), 4);
  });
});
