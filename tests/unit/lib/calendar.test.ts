import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dayNumber,
  dayParts,
  formatDay,
  parseDay,
  todayInDenver,
  yesterdayInDenver,
} from '#lib/calendar.ts';

const someDay = fc.integer({ min: dayNumber('1890-01-01'), max: dayNumber('2120-12-31') });

test('A day survives being written and read', () => {
  fc.assert(fc.property(someDay, (day) => parseDay(formatDay(day)) === day));
});

test('Adding days is undone by taking them away, over leap days too', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
      expect(addDays(addDays(formatDay(day), count), -count)).toBe(formatDay(day));
    }),
  );
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2023-02-28', 1)).toBe('2023-03-01');
});

test('Parts of a day before and after 1970', () => {
  expect(dayParts(dayNumber('1949-10-01'))).toEqual({ year: 1949, month: 10, day: 1 });
  expect(dayParts(dayNumber('2020-12-31'))).toEqual({ year: 2020, month: 12, day: 31 });
});

test.each(['2023-02-29', '2020-13-01', '2020-1-1', '20200101', '', '2020-01-01T00:00'])(
  '%j is no day',
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
  ['after the long day in autumn', '2026-11-02T06:30:00Z', '2026-11-01', '2026-10-31'],
  ['on new year’s eve', '2026-01-01T05:00:00Z', '2025-12-31', '2025-12-30'],
])('Today and yesterday in Denver, %s', (_, instant, today, yesterday) => {
  expect(todayInDenver(new Date(instant))).toBe(today);
  expect(yesterdayInDenver(new Date(instant))).toBe(yesterday);
});
