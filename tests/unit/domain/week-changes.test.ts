import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOrderOf, yearOf } from '#domain/season/season.ts';
import { median, weibullPercentile } from '#domain/statistics/statistics.ts';
import { weekChangeStatistics } from '#domain/week-changes.ts';
import { dayNumber } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';
import { recordBetween, valuesByDay } from '../../support/random-record.ts';

const orderOf = (date: string) => dayOrderOf(dayNumber(date), 'water');

describe('the usual change of a week', () => {
  test('is that of the 15 days around each day of the year', () => {
    const statistics = weekChangeStatistics(recordBetween('1990-09-24', '2020-09-30', (_, day) => 2 * day));
    expect(statistics).toHaveLength(366);
    const of = (date: string) => statistics.find(({ order }) => order === orderOf(date));
    expect(of('2001-05-14')).toEqual({ order: orderOf('2001-05-14'), count: 450, median: 14, spread: 0 });
    // Only 8 of the 30 years have a February 29.
    expect(of('2004-02-29')?.count).toBe(14 * 30 + 8);
    expect(of('2001-10-01')?.count).toBe(450);
  });

  test('has the quartiles of all other statistics', () => {
    // One jump: the window of its year has seven changes of that size.
    const record = recordBetween('2001-04-01', '2020-05-31', (_, day) =>
      day >= dayNumber('2015-05-14') ? 100 : 0,
    );
    const found = weekChangeStatistics(record).find(({ order }) => order === orderOf('2001-05-14'));
    const changes = [...new Array(7).fill(100), ...new Array(20 * 15 - 7).fill(0)].toSorted((a, b) => a - b);
    expect(found).toEqual({ order: found?.order, count: 300, median: median(changes), spread: 0 });
  });

  test('needs ten years and 100 changes', () => {
    const countOf = (to: string) =>
      weekChangeStatistics(recordBetween('2001-10-01', to, (_, day) => day)).length;
    expect(countOf('2010-09-30')).toBe(0);
    expect(countOf('2012-09-30')).toBe(366);
    const weekly = recordBetween('1990-10-01', '2020-09-30', (_, day) => day);
    const places = [...weekly.days.keys()].filter((at) => at % 7 === 0);
    const read = {
      days: places.map((at) => weekly.days[at] ?? 0),
      values: places.map((at) => weekly.values[at] ?? 0),
    };
    // Two or three readings in each year's 15 days: 60 to 70 changes.
    expect(weekChangeStatistics(read)).toEqual([]);
  });

  test('ignores years outside of 1991–2020', () => {
    const record = recordBetween('2020-10-01', '2040-09-30', (_, day) => day);
    expect(weekChangeStatistics(record)).toEqual([]);
  });

  test('equals a count by hand with gaps', { tags: ['full'] }, () =>
    forAll([fc.integer({ min: 1, max: 366 }), fc.integer({ min: 2, max: 9 })], 8, (order, step) => {
      const all = recordBetween('1990-09-24', '2020-12-31', (_, day) => (day * 7919) % 101);
      const used = [...all.days.keys()].filter((at) => at % (step * 5) !== 0);
      const record = {
        days: used.map((at) => all.days[at] ?? 0),
        values: used.map((at) => all.values[at] ?? 0),
      };
      const valueAt = valuesByDay(record);
      const distance = (one: number) => Math.min((one - order + 366) % 366, (order - one + 366) % 366);
      const changes = record.days.flatMap((day) => {
        const before = valueAt.get(day - 7);
        const isNear = distance(dayOrderOf(day, 'water')) <= 7;
        const year = yearOf(day, 'water');
        if (before === undefined || !isNear || year < 1991 || year > 2020) return [];
        return (valueAt.get(day) ?? 0) - before;
      });
      const sorted = changes.toSorted((a, b) => a - b);
      expect(weekChangeStatistics(record).find((each) => each.order === order)).toEqual({
        order,
        count: sorted.length,
        median: median(sorted),
        spread: (weibullPercentile(sorted, 75) ?? 0) - (weibullPercentile(sorted, 25) ?? 0),
      });
    }),
  );
});
