import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultMapAddress as addressAt,
  basemapIds,
  colorings,
  filterGroups,
  type MapAddress,
  noFilters,
  parseMapAddress as readAt,
  searchModes,
  serializeMapAddress as writeAt,
} from '#features/public-map/map-address.ts';

const home = { lat: 43.52744, lng: -112.80227, zoom: 7 };
const defaultAddress = addressAt(home);
const readMapAddress = (text: string) => readAt(text, home);
const writeMapAddress = (state: MapAddress) => writeAt(state, home);

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
  coloring: fc.constantFrom(...colorings),
  search: fc.record({ mode: fc.constantFrom(...searchModes), text: fc.string({ unit: 'grapheme' }) }),
  site: fc.option(fc.integer({ min: 0, max: 1e9 }), { nil: undefined }),
  pin: fc.option(
    fc.record({ lat: fixed(90), lng: fixed(180), name: fc.string({ maxLength: 40, unit: 'grapheme' }) }),
    { nil: undefined },
  ),
  panels: fc.option(fc.subarray(['sites', 'layers', 'filters'] as const), { nil: undefined }),
});

describe('the address of the map', () => {
  it('restores every state', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(readMapAddress(writeMapAddress(state))).toEqual(state);
      }),
    );
  });

  it('is empty for the state at the start', () => {
    expect(writeMapAddress(defaultAddress)).toBe('');
    expect(readMapAddress('')).toEqual(defaultAddress);
  });

  it('takes a view less than a pixel off the default one for the default one', () => {
    const at = (lat: number, zoom: number) =>
      writeMapAddress({ ...defaultAddress, view: { ...defaultAddress.view, lat, zoom } });
    const { lat, zoom } = defaultAddress.view;
    expect(at(lat + 0.005, zoom)).toBe('');
    expect(at(lat + 0.006, zoom)).toContain('view=');
    expect(at(lat, zoom + 0.01)).toContain('view=');
  });

  it('takes nonsense as the default, whatever it is', () => {
    expect(
      readMapAddress(
        'view=91,0,7&basemap=moon&color=mood&mode=guess&site=-3&pin=91,0&place=x&panels=attic&type=',
      ),
    ).toEqual(defaultAddress);
    expect(readMapAddress('view=1,2&view=NaN,1,1').view).toEqual(defaultAddress.view);
    expect(readMapAddress('view=,,').view).toEqual(defaultAddress.view);
    expect(readMapAddress('view=1e999,0,7').view).toEqual(defaultAddress.view);
    const keys = ['pin', 'view', 'basemap', 'type', 'site', 'panels', 'q', 'mode', 'color', 'show'];
    const query = fc.array(fc.tuple(fc.constantFrom(...keys), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          query.map((pairs) => String(new URLSearchParams(pairs))),
        ),
        (text) => {
          const state = readMapAddress(text);
          expect(readMapAddress(writeMapAddress(state)).filters).toEqual(state.filters);
          for (const group of filterGroups) expect(state.filters[group]).not.toContain('');
        },
      ),
    );
  });

  it('reads like a sentence', () => {
    const state: MapAddress = {
      ...defaultAddress,
      basemap: 'dark',
      filters: { ...noFilters, locationTypes: ['Reservoir', 'Spring'], huc8Names: ['Teton'] },
      site: 12,
    };
    expect(writeMapAddress(state)).toBe('basemap=dark&type=Reservoir&type=Spring&huc8=Teton&site=12');
  });
});
