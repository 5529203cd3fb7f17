import { expect, test } from 'vitest';
import { dayAt, describeDay, readDay, readServiceDay } from '#ingest/reading/parse-day.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';

const april7 = { kind: 'day', day: dayNumber('2026-04-07') };

test.each([
  '2026-04-07',
  '2026/4/7',
  '4/7/2026',
  '04/07/2026 0:00',
  '04-07-2026',
  '07-Apr-2026',
  '7 April 2026',
  'Apr 7, 2026',
  'April 7 2026',
  '20260407',
  '20260407 00:00',
  '2026-04-07 00:00:00',
  '2026-04-07T00:00:00Z',
  '2026-04-07T00:00:00.000',
  '2026-04-07T00:00:00-07:00',
  '4/7/2026 12:00:00 AM',
])('%j is April 7', (cell) => {
  expect(readDay(cell)).toMatchObject(april7);
});

test.each([
  ['2026-04-07', undefined, '2026-04-07'],
  ['2026-04-07 00:00', '00:00', '2026-04-06'],
  ['4/7/2026 12:00 AM', '00:00', '2026-04-06'],
  ['2026-04-07 24:00', '24:00', '2026-04-07'],
  ['20260407 2400', undefined, undefined],
  ['4/7/2026 24:00:00', '24:00', '2026-04-07'],
  ['2026-04-07T24:00:00.000Z', '24:00', '2026-04-07'],
  ['2026-04-07 24:15', undefined, undefined],
])('%j has the clock %j, and is of %j if midnight ends the day', (cell, clock, day) => {
  const read = readDay(cell);
  expect(read.kind === 'day' ? [read.clock, formatDay(dayAt(read, 'end'))] : [undefined, undefined]).toEqual([
    clock,
    day,
  ]);
});

test.each([
  ['4/7/2026 7:15', '"4/7/2026 7:15" is a time within a day'],
  ['2026-04-07T12:00:00Z', '"2026-04-07T12:00:00Z" is a time within a day'],
  ['4/7/2026 12:00 PM', '"4/7/2026 12:00 PM" is a time within a day'],
  ['Apr 2026', '"Apr 2026" is a month, so these are monthly values, not daily ones'],
  ['2026-04', '"2026-04" is a month, so these are monthly values, not daily ones'],
  ['04/07/26', '"04/07/26" has a year of two digits (YYYY-MM-DD or M/D/YYYY)'],
  ['7-Apr-26', '"7-Apr-26" has a year of two digits (YYYY-MM-DD or M/D/YYYY)'],
  ['13/4/2026', '"13/4/2026" has its day before its month (YYYY-MM-DD or M/D/YYYY)'],
  ['2026-02-29', '"2026-02-29" does not exist (YYYY-MM-DD or M/D/YYYY)'],
  ['13/32/2026', '"13/32/2026" does not exist (YYYY-MM-DD or M/D/YYYY)'],
  ['7-Mai-2026', '"7-Mai-2026" is not a date (YYYY-MM-DD or M/D/YYYY)'],
  ['46119', '"46119" is not a date (YYYY-MM-DD or M/D/YYYY)'],
  ['', 'the date is missing (YYYY-MM-DD)'],
])('%j is refused', (cell, message) => {
  const read = readDay(cell);
  expect(read.kind === 'day' ? read : describeDay(cell, read)).toBe(message);
});

test.each([
  // Midnight in UTC, and in Denver with and without daylight saving time.
  [Date.UTC(2026, 3, 7), '2026-04-07'],
  [Date.UTC(2026, 3, 7, 6), '2026-04-07'],
  [Date.UTC(2026, 0, 7, 7), '2026-01-07'],
])('milliseconds at a midnight are a day: %i', (ms, day) => {
  const expected = { kind: 'day', day: dayNumber(day) };
  expect(readServiceDay(String(ms))).toEqual(expected);
  expect(readServiceDay(`/Date(${ms})/`)).toEqual(expected);
  expect(readServiceDay(`/Date(${ms}-0600)/`)).toEqual(expected);
  expect(readServiceDay(String(ms + 900_000))).toEqual({ kind: 'time' });
});
