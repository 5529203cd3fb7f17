import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basemapIds,
  defaultMapAddress,
  type MapAddress,
  offeredColorings,
  offeredSorts,
  parseMapAddress,
  searchModes,
  serializeMapAddress,
} from '#features/public-map/screen/map-address.ts';
import { filterGroups, noFilters } from '#features/public-map/screen/map-choices.ts';
import { forAll } from '../../support/for-all.ts';

const home = { lat: 43.52744, lng: -112.80227, zoom: 7 };
const defaultAddress = defaultMapAddress(home);
const parse = (text: string) => parseMapAddress(text, home);
const serialize = (state: MapAddress) => serializeMapAddress(state, home);

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }), { maxLength: 4 });
const fixed = (maxDegrees: number) =>
  fc.integer({ min: -maxDegrees * 1e5, max: maxDegrees * 1e5 }).map((n) => n / 1e5 + 0);

const states: fc.Arbitrary<MapAddress> = fc.record({
  view: fc.record({
    lat: fixed(90),
    lng: fixed(180),
    zoom: fc.integer({ min: 0, max: 2200 }).map((n) => n / 100),
  }),
  basemap: fc.constantFrom(...basemapIds),
  shown: names,
  hidden: names,
  opened: names,
  closed: names,
  filters: fc.record({
    locationTypes: names,
    parameterNames: names,
    dataProviders: names,
    huc8Names: names,
    huc10Names: names,
    gwDistricts: names,
  }),
  coloring: fc.constantFrom(...offeredColorings),
  on: fc.constantFrom('', '2021-05-14'),
  sort: fc.constantFrom(...offeredSorts),
  search: fc.record({ mode: fc.constantFrom(...searchModes), text: fc.string({ unit: 'grapheme' }) }),
  site: fc.option(fc.integer({ min: 0, max: 1e9 }), { nil: undefined }),
  pin: fc.option(
    fc.record({ lat: fixed(90), lng: fixed(180), name: fc.string({ maxLength: 40, unit: 'grapheme' }) }),
    { nil: undefined },
  ),
  panels: fc.option(fc.subarray(['sites', 'layers', 'filters'] as const), { nil: undefined }),
});

describe('the address of the map', () => {
  it('restores every state', () =>
    forAll([states], 100, (state) => {
      expect(parse(serialize(state))).toEqual(state);
    }));

  it('is empty for the default state', () => {
    expect(serialize(defaultAddress)).toBe('');
    expect(parse('')).toEqual(defaultAddress);
  });

  it('omits a view that is less than a pixel away from the default', () => {
    const at = (lat: number, zoom: number) =>
      serialize({ ...defaultAddress, view: { ...defaultAddress.view, lat, zoom } });
    const { lat, zoom } = defaultAddress.view;
    expect(at(lat + 0.005, zoom)).toBe('');
    expect(at(lat + 0.006, zoom)).toContain('view=');
    expect(at(lat, zoom + 0.01)).toContain('view=');
  });

  it('falls back to the defaults for invalid values', () => {
    expect(
      parse('view=91,0,7&basemap=moon&color=mood&mode=guess&site=-3&pin=91,0&place=x&panels=attic&type='),
    ).toEqual(defaultAddress);
    expect(parse('view=1,2&view=NaN,1,1').view).toEqual(defaultAddress.view);
    expect(parse('view=,,').view).toEqual(defaultAddress.view);
    expect(parse('view=1e999,0,7').view).toEqual(defaultAddress.view);
    const keys = ['pin', 'view', 'basemap', 'type', 'site', 'panels', 'q', 'mode', 'color', 'show'];
    const query = fc.array(fc.tuple(fc.constantFrom(...keys), fc.string({ unit: 'binary' })));
    forAll(
      [
        fc.oneof(
          fc.string(),
          query.map((pairs) => String(new URLSearchParams(pairs))),
        ),
      ],
      100,
      (text) => {
        const state = parse(text);
        expect(parse(serialize(state)).filters).toEqual(state.filters);
        for (const group of filterGroups) expect(state.filters[group]).not.toContain('');
      },
    );
  });

  it('names the coloring `color`, and still reads the British spelling of older links', () => {
    expect(serialize({ ...defaultAddress, coloring: 'huc8Names' })).toBe('color=huc8');
    expect(parse('color=huc8').coloring).toBe('huc8Names');
    expect(parse('colo\u0075r=huc8').coloring).toBe('huc8Names');
  });

  it('is readable', () => {
    const state: MapAddress = {
      ...defaultAddress,
      basemap: 'dark',
      filters: { ...noFilters, locationTypes: ['Reservoir', 'Spring'], huc8Names: ['Teton'] },
      site: 12,
    };
    expect(serialize(state)).toBe('basemap=dark&type=Reservoir&type=Spring&huc8=Teton&site=12');
  });
});
