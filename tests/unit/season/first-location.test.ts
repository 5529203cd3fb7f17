import { expect, test } from 'vitest';
import { alongRiver, firstLocationOf } from '#season/years/year-comparison.ts';
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

test('the index gage comes before the first location, and the river before other sites', () => {
  const locations = [location(12, [1]), location(10, [1]), location(11, [1])];
  expect(firstLocationOf(locations, 1, 'L11')).toBe(11);
  expect(firstLocationOf(locations, 1, 'elsewhere')).toBe(12);
  const river = { sites: ['L11', 'L10'], first: 'L11' };
  expect(alongRiver(locations, river).map(({ loc_ndx }) => loc_ndx)).toEqual([11, 10, 12]);
});
