import { expect, test } from 'vitest';
import type { FeatureCollection } from '#contract/public-map.ts';
import { courseOf, riversWithSites, sitesAlong } from '#features/public-map/screen/river-sites.ts';
import { places } from '../../support/places.ts';
import { site } from './builders.ts';

const river = (name: string, coordinates: number[][]): FeatureCollection['features'][number] => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates },
  properties: { name, rank: 1 },
});

const shapes: FeatureCollection = {
  type: 'FeatureCollection',
  features: [
    river('Snake River', places('-111 43, -112 43')),
    river('Snake River', places('-112 43, -113 43')),
    river('Camas Creek', places('-112.3 44, -112.4 44')),
    river('Big Wood River', places('-114.6 43.8, -114.9 42.9')),
    river('Bear River', places('-111 41.8, -112 41.8')),
  ],
};

const at = (loc_ndx: number, loc_id: string, lon: number, lat: number, type = 'Stream Gage') =>
  site({ loc_ndx, loc_id, lon_dd: lon, lat_dd: lat, loc_type_name: type });

const sites = [
  at(1, 'LOW', -112.9, 43.01),
  at(2, 'HIGH', -111.1, 43.01),
  at(3, 'DAM', -111.5, 43.02, 'Reservoir'),
  at(4, 'GAIN', -112, 43, 'Stream Reach'),
  // The end of a course that is not drawn whole.
  at(5, 'SOURCE', -110, 43.9),
  at(6, 'OTHER-CAMAS', -114.5, 43.3),
  at(7, 'WOOD', -114.75, 43.35),
];

const rivers = [
  { name: 'Snake River', sites: ['SOURCE', 'HIGH', 'DAM', 'GAIN', 'NOT-SHOWN', 'LOW'] },
  { name: 'Camas Creek', sites: ['OTHER-CAMAS'] },
  { name: 'Big Wood River and Malad River', sites: ['WOOD'] },
];

const idsAlong = (name: string, given = rivers) =>
  sitesAlong(name, given, sites, shapes).map(({ loc_id }) => loc_id);

test('lists the sites of a river in downstream order, reservoirs too, without computed gains', () => {
  expect(idsAlong('Snake River')).toEqual(['SOURCE', 'HIGH', 'DAM', 'LOW']);
});

test.each([
  ['another river of the same name', 'Camas Creek'],
  ['a river that the basin file does not have', 'Bear River'],
  ['a name that no river has', 'Nile'],
  ['no name', ''],
])('lists nothing for %s', (_, name) => {
  expect(idsAlong(name)).toEqual([]);
});

test('finds a river whose list goes on under another name', () => {
  expect(idsAlong('Big Wood River')).toEqual(['WOOD']);
});

test('lists nothing without shapes, rivers or sites', () => {
  expect(sitesAlong('Snake River', rivers, sites, undefined)).toEqual([]);
  expect(sitesAlong('Snake River', [], sites, shapes)).toEqual([]);
  expect(sitesAlong('Snake River', rivers, [], shapes)).toEqual([]);
});

test('offers the drawn rivers that have sites, each once', () => {
  expect(riversWithSites(rivers, sites, shapes)).toEqual(['Snake River', 'Big Wood River']);
});

test('survives shapes without a geometry', () => {
  const broken: FeatureCollection = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: null, properties: { name: 'Snake River' } }],
  };
  expect(courseOf('Snake River', broken)).toEqual([]);
  expect(sitesAlong('Snake River', rivers, sites, broken)).toEqual([]);
});
