import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockIn, clockInBasin, startOfDayInBasin, todayInBasin, wallTimeInBasin } from '#lib/basin-clock.ts';
import { addDays, dayNumber, dayParts, formatDay, parseDay, yesterdayInBasin } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const someDay = fc.integer({ min: dayNumber('1890-01-01'), max: dayNumber('2120-12-31') });

test('parses a formatted day to the same day', () => {
  fc.assert(fc.property(someDay, (day) => parseDay(formatDay(day)) === day));
});

test('adds and subtracts days, across leap days too', () => {
  forAll([someDay, fc.integer({ min: -4000, max: 4000 })], 100, (day, count) => {
    expect(addDays(addDays(formatDay(day), count), -count)).toBe(formatDay(day));
  });
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2023-02-28', 1)).toBe('2023-03-01');
});

test('splits days before and after 1970 into parts', () => {
  expect(dayParts(dayNumber('1949-10-01'))).toEqual({ year: 1949, month: 10, day: 1 });
  expect(dayParts(dayNumber('2020-12-31'))).toEqual({ year: 2020, month: 12, day: 31 });
});

test.each(['2023-02-29', '2020-13-01', '2020-1-1', '20200101', '', '2020-01-01T00:00'])(
  'rejects %j',
  (text) => {
    expect(parseDay(text)).toBeUndefined();
    expect(() => dayNumber(text)).toThrow(RangeError);
  },
);

test.each([
  ['just before midnight in winter (UTC−7)', '2026-01-15T06:59:59Z', '2026-01-14', '2026-01-13'],
  ['at midnight in winter', '2026-01-15T07:00:00Z', '2026-01-15', '2026-01-14'],
  ['just before midnight in summer (UTC−6)', '2026-07-15T05:59:59Z', '2026-07-14', '2026-07-13'],
  ['at midnight in summer', '2026-07-15T06:00:00Z', '2026-07-15', '2026-07-14'],
  ['on the night clocks go forward', '2026-03-08T08:30:00Z', '2026-03-08', '2026-03-07'],
  ['after the 25-hour day in fall', '2026-11-02T06:30:00Z', '2026-11-01', '2026-10-31'],
  ['on New Year’s Eve', '2026-01-01T05:00:00Z', '2025-12-31', '2025-12-30'],
])('finds today and yesterday in Denver %s', (_, instant, today, yesterday) => {
  expect(todayInBasin(new Date(instant))).toBe(today);
  expect(yesterdayInBasin(new Date(instant))).toBe(yesterday);
});

test.each([
  ['before clocks go forward', '2026-03-08T08:59:59Z', '2026-03-08T01:59:59'],
  ['after clocks go forward', '2026-03-08T09:00:00Z', '2026-03-08T03:00:00'],
  ['before clocks go back', '2026-11-01T07:59:59Z', '2026-11-01T01:59:59'],
  ['after clocks go back', '2026-11-01T08:00:00Z', '2026-11-01T01:00:00'],
  ['at midnight', '2026-11-22T07:00:00Z', '2026-11-22T00:00:00'],
])('converts an instant %s to the clock in Denver', (_, instant, clock) => {
  expect(clockInBasin(new Date(instant))).toBe(clock);
  expect(wallTimeInBasin(new Date(instant))).toBe(clock.slice(0, 16));
});

test.each([
  ['2026-11-28T05:45:09Z', 'America/Denver', '2026-11-27T22:45:09'],
  ['2026-11-28T05:45:09Z', 'Asia/Tokyo', '2026-11-28T14:45:09'],
  ['2026-11-28T00:00:00Z', 'UTC', '2026-11-28T00:00:00'],
  // The hour that comes twice.
  ['2026-11-01T07:30:00Z', 'America/Denver', '2026-11-01T01:30:00'],
  ['2026-11-01T08:30:00Z', 'America/Denver', '2026-11-01T01:30:00'],
])('at %s the clocks of %s show %s', (instant, zone, clock) => {
  expect(clockIn(zone, new Date(instant))).toBe(clock);
});

test('a zone that is unknown has no clocks', () => {
  for (const _ of [1, 2]) expect(() => clockIn('Mars/Base', new Date(0))).toThrow(RangeError);
});

test('a day begins at midnight of the basin, also when the clocks change', () => {
  expect(startOfDayInBasin('2020-09-30')).toBe('2020-09-30T06:00:00Z');
  expect(startOfDayInBasin('2020-01-31')).toBe('2020-01-31T07:00:00Z');
  for (const day of ['2020-03-07', '2020-03-08', '2020-03-09', '2020-10-31', '2020-11-01', '2020-11-02']) {
    expect(clockInBasin(new Date(startOfDayInBasin(day)))).toBe(`${day}T00:00:00`);
  }
});
