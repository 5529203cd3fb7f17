import { expect, test } from 'vitest';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { fillYearOf } from '#features/fill/rules/fill-year.ts';
import { dayNumber } from '#lib/calendar.ts';

const first = dayNumber('2011-04-01');
const none = undefined;
const rising: (number | undefined)[] = Array.from({ length: 11 }, (_, at) => 100 + 10 * at);

test('finds the peak, the first day at the target and the mean gain', () => {
  expect(fillYearOf(2011, first, rising.with(5, 190), 180, 5e6)).toEqual({
    year: 2011,
    storage_af: 100,
    forecast_af: 5e6,
    peak_af: 200,
    reached_on: '2011-04-06',
    gain_cfs: 100 / 10 / acreFeetPerCfsDay,
  });
});

test('has no day at a target that was not reached, and no gain where storage fell', () => {
  expect(fillYearOf(2011, first, [100, 98, 90], 101, null)).toEqual({
    year: 2011,
    storage_af: 100,
    forecast_af: null,
    peak_af: 100,
    reached_on: null,
    gain_cfs: 0,
  });
});

test('reaches a target on the issue day that was reached before', () => {
  expect(fillYearOf(2011, first, [100, 90], 100, null)?.reached_on).toBe('2011-04-01');
});

test('measures the gain to the peak over all days to the date', () => {
  const year = fillYearOf(2011, first, rising.with(10, none), 500, null);
  expect(year).toMatchObject({ peak_af: 190, gain_cfs: 90 / 10 / acreFeetPerCfsDay });
});

test.each<[string, (number | undefined)[]]>([
  ['no day', []],
  ['the issue day missing', [none, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['only the issue day', [1]],
  ['no other day', [1, none, none]],
  ['a member missing on more than a tenth of the days', [1, none, none, 4, 5, 6, 7, 8, 9, 10, 11]],
])('is left out with %s', (_, storage) => {
  expect(fillYearOf(2011, first, storage, 5, null)).toBeUndefined();
});
