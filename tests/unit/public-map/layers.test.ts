import { describe, expect, it } from 'vitest';
import {
  attributionsOf,
  drawnLayers,
  groupLayers,
  swatchesOf,
  toggleGroup,
  visibleSources,
} from '#features/public-map/screen/layers.ts';
import { layer } from './builders.ts';

const none = { shown: [], hidden: [], opened: [], closed: [] };
const layers = [
  layer(
    { id: 'lines', type: 'line', source: 'huc8', legendOrder: 9, layout: { visibility: 'none' } },
    'HUC8',
  ),
  layer(
    { id: 'areas', type: 'fill', source: 'huc8', legendOrder: 8, layout: { visibility: 'none' } },
    'HUC8',
  ),
  layer({ id: 'labels', type: 'symbol', legendOrder: 2 }, 'Data Points Labels'),
  layer({ id: 'points', legendOrder: 1 }, 'Data Points'),
];

describe('groupLayers', () => {
  it('lists groups and layers in the order of the legend', () => {
    const groups = groupLayers(layers, none);
    expect(groups.map(({ name }) => name)).toEqual(['Data Points', 'Data Points Labels', 'HUC8']);
    expect(groups[2]?.layers.map(({ id }) => id)).toEqual(['areas', 'lines']);
  });

  it('needs only the shapes of visible layers, and never the sites', () => {
    expect(visibleSources(groupLayers(layers, none))).toEqual([]);
    expect(visibleSources(groupLayers(layers, { ...none, shown: ['HUC8'] }))).toEqual(['huc8']);
  });
});

it('stores only differences from the defaults', () => {
  expect(toggleGroup('HUC8', true, false, [], [])).toEqual({ added: ['HUC8'], removed: [] });
  expect(toggleGroup('HUC8', false, false, ['HUC8'], [])).toEqual({ added: [], removed: [] });
  expect(toggleGroup('Data Points', false, true, [], ['a'])).toEqual({
    added: [],
    removed: ['a', 'Data Points'],
  });
});

it('draws every layer of a visible group, with a plain field as a token', () => {
  const text = layer({
    id: 'a',
    type: 'symbol',
    layout: { visibility: 'none', 'text-field': ['get', 'loc_name'] },
  });
  const upper = { 'text-field': ['upcase', ['get', 'loc_name']] };
  const [plain, computed] = drawnLayers([text, layer({ id: 'b', type: 'symbol', layout: upper })]);
  expect(plain?.layout).toEqual({ visibility: 'visible', 'text-field': '{loc_name}' });
  expect(computed?.layout).toEqual({ visibility: 'visible', ...upper });
});

describe('swatchesOf', () => {
  it('has one entry for a layer and one per value that a color is matched to', () => {
    const plain = layer({ id: 'a', paint: { 'circle-color': '#123456' } });
    expect(swatchesOf(plain)).toEqual([{ label: 'a', layer: plain }]);
    const paint = {
      'line-color': ['match', ['get', 'kind'], 'River', '#0000ff', ['Canal', 'Drain'], '#00ff00', '#999999'],
    };
    const matched = layer({ id: 'b', type: 'line', paint });
    expect(swatchesOf(matched)).toEqual([
      { label: 'River', layer: matched, properties: { kind: 'River' } },
      { label: 'Canal, Drain', layer: matched, properties: { kind: 'Canal' } },
    ]);
  });
});

it('labels the important sites two zoom levels before the layer’s own minimum', () => {
  const labels = layer({ id: 'labels', type: 'symbol', minzoom: 9 });
  expect(drawnLayers([labels])[0]?.minzoom).toBe(7);
});

it('shows the areas by which the sites are colored even if their layers are hidden at first', () => {
  expect(groupLayers(layers, none, 'huc8').find(({ name }) => name === 'HUC8')?.visible).toBe(true);
  const chosen = { ...none, hidden: ['HUC8'] };
  expect(groupLayers(layers, chosen, 'huc8').find(({ name }) => name === 'HUC8')?.visible).toBe(false);
});

describe('attributionsOf', () => {
  const drawn = [
    ...['rivers', 'waterbodies'].map((id) => layer({ id, source: id }, 'Water')),
    layer({ id: 'towns', source: 'towns' }, 'Towns'),
    layer({ id: 'huc8', source: 'huc8' }, 'HUC8s'),
  ];
  const texts = { huc8: undefined, rivers: 'NHD', towns: 'Census <2010>', waterbodies: 'NHD' };
  const sources = Object.entries(texts).map(([id, attribution]) => ({
    id,
    source: { type: 'geojson', attribution },
  }));
  const shapes = { features: [{ type: 'Feature' as const, geometry: { type: 'Point' }, properties: {} }] };
  const loaded = { rivers: shapes, waterbodies: shapes, towns: shapes, huc8: shapes };

  it.each([
    ['each visible layer once', [], loaded, ['NHD', 'Census <2010>']],
    ['nobody for a hidden layer', ['Towns'], loaded, ['NHD']],
    [
      'nobody for one that is empty or not loaded',
      [],
      { rivers: { features: [] }, towns: shapes },
      ['Census <2010>'],
    ],
  ])('credits %s', (_, hidden, geometries, expected) => {
    expect(attributionsOf(sources, groupLayers(drawn, { ...none, hidden }), geometries)).toEqual(expected);
  });
});
