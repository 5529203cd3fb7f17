import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOfOrder, dayOrderOf, yearKinds, yearOf } from '#domain/season/season.ts';
import { daysInWaterYear, waterYear } from '#domain/water-year.ts';
import { dayNumber } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const someDay = fc.integer({ min: dayNumber('1890-01-01'), max: dayNumber('2120-12-31') });

test('assigns October 1 of year N−1 to September 30 of year N to water year N', () => {
  expect(waterYear(dayNumber('2019-09-30'))).toBe(2019);
  expect(waterYear(dayNumber('2019-10-01'))).toBe(2020);
  expect(waterYear(dayNumber('2020-01-01'))).toBe(2020);
});

test('finds a day by its order in its year', () =>
  forAll([someDay, fc.constantFrom(...yearKinds)], 100, (day, kind) => {
    expect(dayOfOrder(dayOrderOf(day, kind), yearOf(day, kind), kind)).toBe(day);
  }));

test('counts 366 days in a leap water year', () => {
  expect(daysInWaterYear(2020)).toBe(366);
  expect(daysInWaterYear(2021)).toBe(365);
  expect(daysInWaterYear(1900)).toBe(365);
});

test.each([
  ['2019-10-01', 1],
  ['2020-02-28', 151],
  ['2020-02-29', 152],
  ['2020-03-01', 153],
  ['2021-02-28', 151],
  ['2021-03-01', 153],
  ['2020-09-30', 366],
  ['2021-09-30', 366],
])('numbers %s as day %i of its water year', (day, order) => {
  expect(dayOrderOf(dayNumber(day), 'water')).toBe(order);
});
