import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayInterval, daysIntersect, parseDayInterval } from '#features/ogc/rules/day-interval.ts';
import { addDays } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

describe('parseDayInterval', () => {
  test.each([
    ['2020-09-30', '2020-09-30', '2020-09-30'],
    ['2020-09-30T12:00:00Z', '2020-09-30', '2020-09-30'],
    // In the evening of the day before in Denver.
    ['2020-09-30T04:00:00Z', '2020-09-29', '2020-09-29'],
    ['2020-09-30T04:00:00.125-06:00', '2020-09-30', '2020-09-30'],
    ['2020-09-30t04:00z', '2020-09-29', '2020-09-29'],
    ['2016-12-31T23:59:60Z', '2016-12-31', '2016-12-31'],
    ['2020-01-01/2020-01-31', '2020-01-01', '2020-01-31'],
    ['2020-01-01/2020-01-01', '2020-01-01', '2020-01-01'],
    ['2020-01-01T12:00:00Z/2020-01-31', '2020-01-01', '2020-01-31'],
    ['2020-01-01/..', '2020-01-01', undefined],
    ['2020-01-01/', '2020-01-01', undefined],
    ['../2020-01-31', undefined, '2020-01-31'],
    ['/2020-01-31', undefined, '2020-01-31'],
    ['0999-01-01T00:00:00Z/..', '0999-01-01', undefined],
    ['../9999-12-31T23:59:59-11:00', undefined, '9999-12-31'],
  ])('%s is %s to %s', (text, first, last) => {
    expect(parseDayInterval(text)).toEqual({
      ...(first !== undefined && { first }),
      ...(last !== undefined && { last }),
    });
  });

  test.each([
    '',
    '/',
    '..',
    '../..',
    '/..',
    '2020',
    '2020-02-30',
    '2020-1-1',
    ' 2020-01-01',
    '2020-01-01T25:00:00Z',
    '2020-01-01T12:00:00',
    '2020-01-01T12:00:00+0600',
    '2020-01-01 12:00:00Z',
    '2020-02-30T12:00:00Z',
    '2020-01-02/2020-01-01',
    '2020-01-01T12:00:01Z/2020-01-01T12:00:00Z',
    '2020-01-01/2020-01-02/2020-01-03',
    '2020-01-01,2020-01-02',
    '2020-01-01/x',
    'yesterday',
    'P1D/2020-01-01',
  ])('refuses %j', (text) => {
    expect(parseDayInterval(text)).toBeUndefined();
  });
});

test('two intervals have a day in common if a search over all days finds one', () => {
  const days = Array.from({ length: 12 }, (_, at) => addDays('2020-02-25', at));
  const bound = fc.option(fc.integer({ min: 2, max: 9 }), { nil: undefined });
  const interval = fc
    .tuple(bound, bound)
    .filter(([from, to]) => from === undefined || to === undefined || from <= to)
    .map(
      ([from, to]): DayInterval => ({
        first: from === undefined ? undefined : days[from],
        last: to === undefined ? undefined : days[to],
      }),
    );
  const contains = ({ first, last }: DayInterval, day: string) =>
    (first === undefined || day >= first) && (last === undefined || day <= last);
  forAll([interval, interval], 100, (one, other) => {
    const expected = days.some((day) => contains(one, day) && contains(other, day));
    expect(daysIntersect(one, other)).toBe(expected);
  });
});
