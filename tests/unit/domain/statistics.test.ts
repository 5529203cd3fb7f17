import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayOrderOf,
  firstDayOf,
  formatDayOrder,
  lastDayOf,
  leapDayOrder,
  monthsOf,
  yearOf,
} from '#domain/season/season.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';
import { yearKind } from '../../support/random-record.ts';

const someDay = fc.integer({ min: dayNumber('1899-01-01'), max: dayNumber('2120-12-31') });

describe('a water or irrigation year', () => {
  test('contains every day from its first to its last', () => {
    expect(formatDay(firstDayOf(2026, 'irrigation'))).toBe('2025-11-01');
    expect(formatDay(lastDayOf(2026, 'irrigation'))).toBe('2026-10-31');
    expect(formatDay(lastDayOf(2026, 'water'))).toBe('2026-09-30');
    forAll([someDay, yearKind], 100, (day, kind) => {
      const year = yearOf(day, kind);
      expect(day >= firstDayOf(year, kind) && day <= lastDayOf(year, kind)).toBe(true);
    });
  });

  test('numbers a date the same in every year, and February 29 separately', () => {
    expect([leapDayOrder('water'), leapDayOrder('irrigation')]).toEqual([152, 121]);
    forAll([someDay, yearKind], 100, (day, kind) => {
      const order = dayOrderOf(day, kind);
      const name = formatDay(day).slice(5);
      expect(order).toBeGreaterThanOrEqual(1);
      expect(order).toBeLessThanOrEqual(366);
      expect(order === leapDayOrder(kind)).toBe(name === '02-29');
      const inLeapYear = dayNumber(`2000-${name}`);
      expect(order).toBe(dayOrderOf(inLeapYear, kind));
    });
  });

  test('formats its days and lists its months', () => {
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
