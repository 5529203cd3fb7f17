import { expect, test } from 'vitest';
import { listGroundLegend, listPointLegend, toPointData, toPointPaint } from '#kits/map/points-layers.ts';
import type { MapGround, MapPoint } from '#kits/map/types.ts';

const gage = {
  label: 'Stream Gage',
  rank: 0,
  light: { 'circle-color': '#1' },
  dark: { 'circle-color': '#2' },
};
const well = {
  label: 'Well',
  rank: 4,
  light: { 'circle-shape': 'square' },
  dark: { 'circle-shape': 'square' },
};
const point = (id: number, mark: MapPoint['mark'], color?: string): MapPoint => ({
  id,
  lat: 43,
  lon: -112,
  label: `Site ${id}`,
  mark,
  ...(color && { color }),
});
const points = [point(1, gage, '#c00'), point(2, gage), point(3, well)];
const noGround: MapGround = { layers: [], data: {}, credits: [] };
const line = (source: string) => ({ id: source, name: `Name of ${source}`, type: 'line', source }) as const;

test('draws the kinds by rank, the chosen points above all', () => {
  expect(toPointData(points).points?.features.map(({ id }) => id)).toEqual([3, 2, 1]);
});

test('paints points as their kind is on the ground, chosen ones in their color', () => {
  const paint = toPointPaint(points, true);
  const of = (id: number | string) => paint({ type: 'Feature', id, geometry: null, properties: null });
  expect(of(2)).toEqual({ 'circle-color': '#2' });
  expect(of(1)).toMatchObject({ 'circle-color': '#c00', 'circle-radius': 8 });
  expect(of(9)).toBeUndefined();
  expect(of('2')).toBeUndefined();
});

test('lists what is drawn: the kinds, the chosen mark and the layers that have shapes', () => {
  const rivers = { type: 'Feature', geometry: null, properties: { rank: 1 } } as const;
  const ground: MapGround = {
    layers: [line('rivers'), line('absent'), { ...line('rivers'), id: 'names', type: 'symbol' }],
    data: { rivers: { type: 'FeatureCollection', features: [rivers] } },
    credits: [],
  };
  const labels = (of: readonly MapPoint[], beneath: MapGround) =>
    listPointLegend(of, beneath, { isDark: false, zoom: 6 }).map(({ label }) => label);
  expect(labels(points, ground)).toEqual(['Stream Gage', 'Well', 'Chosen', 'Name of rivers']);
  expect(labels([point(3, well)], noGround)).toEqual(['Well']);
  expect(labels([], noGround)).toEqual([]);
});

test('pictures a layer of the ground by its first shape; names are no row', () => {
  const towns = [1, 2].map((rank) => ({ type: 'Feature', geometry: null, properties: { rank } }) as const);
  const layer = { ...line('towns'), type: 'circle' } as const;
  const legend = listGroundLegend(
    {
      layers: [layer, { ...line('towns'), type: 'symbol' }, line('rivers')],
      data: { towns: { type: 'FeatureCollection', features: towns } },
      credits: [],
    },
    7,
  );
  expect(legend).toEqual([{ label: 'Name of towns', sample: { layer, zoom: 7, properties: { rank: 1 } } }]);
  expect(listGroundLegend(noGround, 7)).toEqual([]);
});
