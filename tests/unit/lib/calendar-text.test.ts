import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { dayNumber, formatDay, formatShortDate } from '#lib/calendar.ts';
import { dateFormats, formatInstant, formatMoment, formatWallTime } from '#lib/calendar-text.ts';
import { forAll } from '../../support/for-all.ts';

const { TZ } = process.env;
afterEach(() => {
  process.env.TZ = TZ;
});

const { shortDateTime, exportTime } = dateFormats;

test.each([
  ['in winter (UTC−7)', '2026-01-15T06:59:59Z', '01/14/2026 11:59 PM'],
  ['at midnight', '2026-01-15T07:00:00Z', '01/15/2026 12:00 AM'],
  ['in summer (UTC−6)', '2026-07-01T18:05:00.000001Z', '07/01/2026 12:05 PM'],
  ['before clocks go forward', '2026-03-08T08:59:00Z', '03/08/2026 01:59 AM'],
  ['after clocks go forward', '2026-03-08T09:00:00Z', '03/08/2026 03:00 AM'],
  ['before clocks go back', '2026-11-01T07:30:00Z', '11/01/2026 01:30 AM'],
  ['after clocks go back', '2026-11-01T08:30:00Z', '11/01/2026 01:30 AM'],
  ['in an hour that London skips', '2026-03-29T07:30:00Z', '03/29/2026 01:30 AM'],
])('formats an instant %s by the clock in Denver, wherever the visitor is', (_, instant, text) => {
  for (const zone of ['Pacific/Kiritimati', 'Europe/London', 'America/Denver', 'Australia/Lord_Howe']) {
    process.env.TZ = zone;
    expect(formatInstant(instant, shortDateTime), zone).toBe(text);
    expect(formatInstant(new Date(instant), shortDateTime), zone).toBe(text);
    expect(formatInstant(Date.parse(instant), shortDateTime), zone).toBe(text);
  }
});

test('formats a moment as the specified long date', () => {
  expect(formatMoment('2026-11-22T00:05:09Z')).toBe('Nov 21 2026, 17:05 PM');
  expect(formatMoment('2026-07-01T06:05:00Z')).toBe('Jul 1 2026, 00:05 AM');
});

test('formats the seconds of an instant', () => {
  expect(formatInstant('2026-11-21T16:05:09.9Z', exportTime)).toBe('2026-11-21 09:05:09');
  expect(formatInstant('2026-11-21T16:05:09Z', dateFormats.longTime)).toBe('09:05:09 AM');
});

test('formats a wall-clock time without a time zone', () => {
  expect(formatWallTime('2026-11-21T17:05', shortDateTime)).toBe('11/21/2026 05:05 PM');
  // A time that the clock in Denver skips.
  expect(formatWallTime('2026-03-08T02:30', dateFormats.shortTime)).toBe('02:30 AM');
  expect(formatWallTime(Date.UTC(2026, 10, 1), dateFormats.monthAndDay)).toBe('Nov 01');
  expect(formatWallTime(Date.UTC(2026, 10, 1), dateFormats.monthAndDayNumber)).toBe('Nov 1');
});

test('formats days like the fast formatter of tables', () => {
  const days = fc.integer({ min: dayNumber('1890-01-01'), max: dayNumber('2120-12-31') });
  forAll([days], 100, (day) => {
    expect(formatShortDate(formatDay(day))).toBe(formatWallTime(formatDay(day), dateFormats.shortDate));
  });
  expect(formatShortDate('unknown')).toBe('unknown');
});
