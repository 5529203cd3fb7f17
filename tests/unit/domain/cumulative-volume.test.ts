import { describe, expect, test } from 'vitest';
import { acreFeetPerCfsDay, cumulativeVolume, statisticsOfVolume } from '#domain/season/cumulative-volume.ts';
import { firstDayOf, yearOf } from '#domain/season/season.ts';
import { percents } from '#domain/statistics/statistics.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';
import { bridgedOn, dailyRecord, recordBetween, valuesByDay, yearKind } from '../../support/random-record.ts';

/** A year of 100 cfs, without the given dates. */
const yearOf100 = (without: readonly [from: string, to: string], year = 2019) =>
  recordBetween(`${year - 1}-10-01`, `${year}-09-30`, () => 100, [without]);

describe('cumulative volume', () => {
  test.each([
    ['without a gap', ['2030-01-01', '2030-01-01'], 365, 0],
    ['with a missing day in March', ['2019-03-10', '2019-03-10'], 365, 1],
    ['with seven missing days', ['2019-03-10', '2019-03-16'], 365, 7],
    ['with eight missing days, ends before them', ['2019-03-10', '2019-03-17'], 160, 0],
    ['without its first day, has none', ['2018-10-01', '2018-10-01'], 0, 0],
    ['without its last day, ends before it', ['2019-09-30', '2019-09-30'], 364, 0],
  ] as const)('of a year %s', (_, gap, length, estimated) => {
    const volume = cumulativeVolume(yearOf100(gap), 'water');
    expect(volume.days).toHaveLength(length);
    expect(volume.estimatedDays.at(-1) ?? 0).toBe(estimated);
    expect(volume.values.at(-1) ?? 0).toBeCloseTo(length * 100 * acreFeetPerCfsDay, 3);
  });

  test('bridges a gap along a line', () => {
    const days = [1, 2, 3, 4].map((day) => dayNumber(`2018-10-0${day}`));
    const { values, estimatedDays, approval } = cumulativeVolume(
      { days: [days[0] ?? 0, days[3] ?? 0], values: [10, 40], approval: 'AA' },
      'water',
    );
    expect(values.map((value) => Math.round(value / acreFeetPerCfsDay))).toEqual([10, 30, 60, 100]);
    expect(estimatedDays).toEqual([0, 1, 2, 2]);
    expect(approval).toBe('APPP');
  });

  test('equals the sum of the days, measured or bridged, of the year', () =>
    forAll([dailyRecord, yearKind], 20, (record, kind) => {
      const known = valuesByDay(record);
      const { days, values } = cumulativeVolume(record, kind);
      const volumeOn = valuesByDay({ days, values });
      let sum: number | undefined;
      const last = record.days.at(-1) ?? 0;
      for (let day = record.days[0] ?? 0; day <= last; day += 1) {
        if (day === firstDayOf(yearOf(day, kind), kind)) sum = 0;
        const flow = bridgedOn(known, day);
        sum = sum === undefined || flow === undefined ? undefined : sum + flow * acreFeetPerCfsDay;
        const found = volumeOn.get(day);
        if (sum === undefined ? found !== undefined : !(Math.abs((found ?? Number.NaN) - sum) < 1e-3)) {
          throw new Error(`${formatDay(day)}: ${found}, not ${sum}`);
        }
      }
    }));

  test('has statistics that never fall, from the same years on every day', () =>
    forAll([dailyRecord, yearKind], 40, ({ days, values }, kind) => {
      const found = statisticsOfVolume(cumulativeVolume({ days, values: values.map(Math.abs) }, kind), kind);
      expect([0, 366]).toContain(found.length);
      expect(new Set(found.map(({ count }) => count)).size).toBeLessThanOrEqual(1);
      const readers = [
        (at: number) => found[at]?.minimum,
        (at: number) => found[at]?.median,
        (at: number) => found[at]?.maximum,
        ...percents.map((percent) => (at: number) => found[at]?.percentiles[percent]),
      ];
      for (const read of readers) {
        for (let at = 1; at < found.length; at += 1) {
          expect(read(at) ?? 0).toBeGreaterThanOrEqual((read(at - 1) ?? 0) * (1 - 1e-12));
        }
      }
    }));

  test('takes complete years only', () => {
    const years = Array.from({ length: 12 }, (_, at) => 2000 + at);
    const complete = years.map((year) => yearOf100(['2030-01-01', '2030-01-01'], year));
    const shortened = yearOf100(['2012-06-01', '2012-06-30'], 2012);
    const all = [...complete, shortened];
    const record = { days: all.flatMap(({ days }) => days), values: all.flatMap(({ values }) => values) };
    expect(statisticsOfVolume(cumulativeVolume(record, 'water'), 'water').at(-1)).toMatchObject({
      order: 366,
      count: 12,
      firstYear: 2000,
      lastYear: 2011,
    });
  });
});
