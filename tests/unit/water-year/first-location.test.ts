import { expect, test } from 'vitest';
import { firstLocationOf } from '#features/water-year/shared/first-location.ts';
import { location } from '../../support/fake-server.ts';

const without = location(30, [1]);
const empty = { ...without, records: without.records.map((each) => ({ ...each, por_end: null })) };

test.each([
  ['no locations', [], 1, undefined],
  ['no parameter', [location(10, [1])], undefined, undefined],
  ['locations of other parameters', [location(10, [7])], 1, undefined],
  ['a location without values first', [empty, location(20, [7, 1])], 1, 20],
  ['several locations', [location(12, [1]), location(10, [1])], 1, 12],
])('the first location of %s', (_, locations, parameter, expected) => {
  expect(firstLocationOf(locations, parameter)).toBe(expected);
});
