import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCoLocatedSites } from '#features/public-map/screen/derived.ts';
import { filterGroups, noFilters } from '#features/public-map/screen/map-choices.ts';
import { nextFocusIndex } from '#features/public-map/screen/roving-focus.ts';
import {
  filterSites,
  isOfFamily,
  optionsFromSites,
  parametersOf,
  siteFamilies,
  sortByName,
  withUnitNames,
} from '#features/public-map/screen/site-filters.ts';
import { forAll } from '../../support/for-all.ts';
import { site } from './builders.ts';

const sites = [
  site({ loc_ndx: 1, loc_type_name: 'Reservoir', parameter_name: 'Reservoir Storage, Streamflow' }),
  site({ loc_ndx: 2, loc_type_name: 'Spring', parameter_name: 'Streamflow', huc8_name: 'Teton' }),
  site({ loc_ndx: 3, loc_type_name: 'Sentinel Well', parameter_name: null, data_provider: 'IDWR' }),
];
const ids = (filters: Partial<typeof noFilters>) =>
  filterSites(sites, { ...noFilters, ...filters }).sites.map(({ loc_ndx }) => loc_ndx);

describe('filterSites', () => {
  it('joins values by OR and groups by AND', () => {
    expect(ids({})).toEqual([1, 2, 3]);
    expect(ids({ locationTypes: ['Reservoir', 'Spring'] })).toEqual([1, 2]);
    expect(ids({ locationTypes: ['Reservoir', 'Spring'], huc8Names: ['Teton'] })).toEqual([2]);
    expect(ids({ locationTypes: ['Reservoir'], huc8Names: ['Teton'] })).toEqual([]);
  });

  it('matches any of a site’s parameters', () => {
    expect(ids({ parameterNames: ['Streamflow'] })).toEqual([1, 2]);
    expect(ids({ parameterNames: ['Reservoir Storage'] })).toEqual([1]);
    expect(ids({ parameterNames: ['Stream'] })).toEqual([]);
  });

  it('counts how many sites would remain with only that option of its group', () => {
    const group = fc.constantFrom(...filterGroups);
    const options = optionsFromSites(sites);
    const chosen = fc.record({
      locationTypes: fc.subarray(['Reservoir', 'Spring']),
      parameterNames: fc.subarray(['Streamflow', 'Reservoir Storage']),
      dataProviders: fc.subarray(['USGS', 'IDWR']),
    });
    forAll([group, chosen], 100, (name, part) => {
      const filters = { ...noFilters, ...part };
      const { counts } = filterSites(sites, filters);
      for (const { value } of options[name]) {
        const exclusiveCount = filterSites(sites, { ...filters, [name]: [value] }).sites.length;
        expect(counts[name].get(value) ?? 0).toBe(exclusiveCount);
      }
    });
  });
});

it('splits the joined list of parameters', () => {
  expect(parametersOf({ parameter_name: 'A, B ,C' })).toEqual(['A', 'B', 'C']);
  expect(parametersOf({ parameter_name: null })).toEqual([]);
});

it('sorts by name, with numbers by value', () => {
  const named = ['Well 10', 'well 9', 'Canal'].map((loc_name, index) => site({ loc_ndx: index, loc_name }));
  expect(sortByName(named).map(({ loc_name }) => loc_name)).toEqual(['Canal', 'well 9', 'Well 10']);
});

it('adds the HUC 8 to a HUC 10 without a name', () => {
  const units = [
    site({ loc_ndx: 1, huc8_name: 'Teton', huc10_name: 'Watershed 1704020401' }),
    site({ loc_ndx: 2, huc8_name: null, huc10_name: 'Watershed 1704020401' }),
    site({ loc_ndx: 3, huc8_name: 'Teton', huc10_name: 'Mud Lake' }),
  ];
  expect(withUnitNames(optionsFromSites(units), units).huc10Names).toEqual([
    { value: 'Mud Lake', display: 'Mud Lake' },
    { value: 'Watershed 1704020401', display: 'Watershed 1704020401 · Teton' },
  ]);
});

it('moves by arrows, Home and End, but not past the ends of the list', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Tab'];
  expect(keys.map((key) => nextFocusIndex(key, 2, 4))).toEqual([3, 1, 0, 3, undefined]);
  expect([nextFocusIndex('ArrowUp', 0, 4), nextFocusIndex('ArrowDown', 3, 4)]).toEqual([
    undefined,
    undefined,
  ]);
});

describe('findCoLocatedSites', () => {
  const at = (loc_ndx: number, lat_dd: number) =>
    site({ loc_ndx, loc_name: `Well ${loc_ndx}`, lat_dd, lon_dd: -112.3 });
  const wells = [at(3, 43.5), at(1, 43.5), at(2, 43.50008), at(4, 43.5002), at(5, 43.6)];
  const [first] = wells;
  const numbers = (clicked: number[], among = wells) =>
    findCoLocatedSites(first, among, new Set(clicked)).map(({ loc_ndx }) => loc_ndx);

  it('takes the sites within ten meters, by name', () => {
    expect(numbers([])).toEqual([1, 2, 3]);
  });

  it('adds the sites of the same click, but none of an earlier click elsewhere', () => {
    expect(numbers([3, 4])).toEqual([1, 2, 3, 4]);
    expect(numbers([4, 5])).toEqual([1, 2, 3]);
  });

  it('returns only the selected site if the filters exclude it', () => {
    expect(numbers([3, 4], wells.slice(1))).toEqual([3]);
  });
});

it.each([
  ['Stream Gage', 'rivers'],
  ['Stream Reach', 'rivers'],
  ['Spring', 'rivers'],
  ['Reservoir', 'reservoirs'],
  ['Sentinel Well', 'wells'],
  ['Recharge', undefined],
  ['SNOTEL', 'snow'],
  ['Diversion', undefined],
  ['A type of another basin', undefined],
])('lists %s under all and %s', (loc_type_name, family) => {
  const row = site({ loc_ndx: 1, loc_type_name });
  expect(siteFamilies.filter((each) => isOfFamily(row, each))).toEqual(family ? ['all', family] : ['all']);
});
