import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareToPeriod,
  fillOpenDates,
  lastYearOf,
  periodOf,
  presetDates,
  presetOf,
  presets,
} from '#features/time-series/screen/dates.ts';
import { formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

test('presets on a day in the fall and at the edges of the water year', () => {
  expect(presetDates('last-30-days', '2026-11-21')).toEqual({ start: '2026-10-23', end: '2026-11-21' });
  expect(presetDates('this-water-year', '2026-11-21')).toEqual({ start: '2026-10-01', end: '2026-11-21' });
  expect(presetDates('this-water-year', '2026-09-30').start).toBe('2025-10-01');
  expect(presetDates('this-water-year', '2026-10-01').start).toBe('2026-10-01');
  expect(presetDates('last-5-water-years', '2026-11-21').start).toBe('2022-10-01');
  expect(presetDates('full-record', '2026-11-21')).toEqual({ start: undefined, end: undefined });
  expect(presetDates('last-30-days', '2024-03-01').start).toBe('2024-02-01');
});

test.each([
  ['2026-07-04', '2026-04-01', '2026-07-04'],
  ['2026-04-01', '2026-04-01', '2026-04-01'],
  ['2026-03-31', '2025-04-01', '2025-10-31'],
  ['2026-10-31', '2026-04-01', '2026-10-31'],
  ['2026-11-22', '2026-04-01', '2026-10-31'],
])('the irrigation season that began last on %s', (today, start, end) => {
  expect(presetDates('this-irrigation-season', today)).toEqual({ start, end });
});

test.each([
  ['2026-04-01', '2026-07-04', { start: '2025-04-01', end: '2025-07-04' }],
  ['2024-02-29', '2024-03-01', { start: '2023-02-28', end: '2023-03-01' }],
  ['2025-10-01', '2026-03-01', { start: '2024-10-01', end: '2025-03-01' }],
  [undefined, '2026-07-04', undefined],
  ['2026-04-01', undefined, undefined],
  [undefined, undefined, undefined],
])('the dates %s to %s of last year', (start, end, expected) => {
  expect(lastYearOf({ start, end })).toEqual(expected);
});

test('recognizes a preset by its dates', () => {
  for (const preset of presets) {
    expect(presetOf(presetDates(preset, '2026-05-02'), '2026-05-02')).toBe(preset);
  }
  expect(presetOf({ start: '2020-01-01', end: undefined }, '2026-05-02')).toBeUndefined();
});

test('a period spans all records that have values', () => {
  expect(periodOf([])).toBeUndefined();
  expect(periodOf([{ por_start: null, por_end: null }])).toBeUndefined();
  expect(
    periodOf([
      { por_start: '2001-01-01', por_end: '2005-01-01' },
      { por_start: null, por_end: null },
      { por_start: '1980-10-01', por_end: '2002-01-01' },
    ]),
  ).toEqual({ start: '1980-10-01', end: '2005-01-01' });
});

const day = fc.integer({ min: 3000, max: 21_000 }).map(formatDay);
const open = fc.option(day, { nil: undefined });
const period = fc.tuple(day, day).map(([a, b]) => (a < b ? { start: a, end: b } : { start: b, end: a }));

test('fills open dates in order and preserves the others', () =>
  forAll([open, open, fc.option(period, { nil: undefined }), day], 100, (start, end, record, today) => {
    fc.pre(start === undefined || end === undefined || start <= end);
    const closed = fillOpenDates({ start, end }, record, today);
    expect(closed.start <= closed.end).toBe(true);
    if (start) expect(closed.start).toBe(start);
    if (end) expect(closed.end).toBe(end);
    if (!start && !end && record) expect(closed).toEqual(record);
  }));

test('compares dates with a record', () => {
  const record = { start: '2000-01-01', end: '2010-12-31' };
  expect(compareToPeriod({ start: undefined, end: undefined }, record)).toBe('within');
  expect(compareToPeriod({ start: '2000-01-01', end: '2010-12-31' }, record)).toBe('within');
  expect(compareToPeriod({ start: '1999-12-31', end: undefined }, record)).toBe('beyond');
  expect(compareToPeriod({ start: undefined, end: '2011-01-01' }, record)).toBe('beyond');
  expect(compareToPeriod({ start: '2011-01-01', end: undefined }, record)).toBe('outside');
  expect(compareToPeriod({ start: undefined, end: '1999-12-31' }, record)).toBe('outside');
});
