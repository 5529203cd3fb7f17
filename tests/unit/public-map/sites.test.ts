import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterGroups, noFilters } from '#domain/map-address.ts';
import { filterSites, optionsFromSites, parametersOf, sortByName } from '#features/public-map/sites.ts';
import { site } from './build.ts';

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

  it('counts for an option what choosing it alone in its group would leave', () => {
    const group = fc.constantFrom(...filterGroups);
    const options = optionsFromSites(sites);
    const chosen = fc.record({
      locationTypes: fc.subarray(['Reservoir', 'Spring']),
      parameterNames: fc.subarray(['Streamflow', 'Reservoir Storage']),
      dataProviders: fc.subarray(['USGS', 'IDWR']),
    });
    fc.assert(
      fc.property(group, chosen, (name, part) => {
        const filters = { ...noFilters, ...part };
        const { counts } = filterSites(sites, filters);
        for (const { value } of options[name]) {
          const alone = filterSites(sites, { ...filters, [name]: [value] }).sites.length;
          expect(counts[name].get(value) ?? 0).toBe(alone);
        }
      }),
    );
  });
});

it('reads the joined list of parameters', () => {
  expect(parametersOf({ parameter_name: 'A, B ,C' })).toEqual(['A', 'B', 'C']);
  expect(parametersOf({ parameter_name: null })).toEqual([]);
});

it('sorts by name, numbers by size', () => {
  const named = ['Well 10', 'well 9', 'Canal'].map((loc_name, index) => site({ loc_ndx: index, loc_name }));
  expect(sortByName(named).map(({ loc_name }) => loc_name)).toEqual(['Canal', 'well 9', 'Well 10']);
});
