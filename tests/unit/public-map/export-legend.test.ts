import { expect, test } from 'vitest';
import { exportLegend, exportNotes, exportSource } from '#features/public-map/drawing/export-legend.ts';
import { groupLayers } from '#features/public-map/layers.ts';
import type { ColorScheme } from '#features/public-map/marker-colors.ts';
import { layer, site } from './builders.ts';

const none = { shown: [], hidden: [], opened: [], closed: [] };
const areas = layer({ id: 'areas', source: 'huc8', type: 'fill', lreProperties: { layerGroup: 'HUC8' } });

test('a saved map notes demonstration data and approximate boundaries', () => {
  const groups = groupLayers([areas], none);
  const noted = { huc8: { note: 'Approximate areas.' } };
  const real = (loc_name: string) => ({
    loc_name,
    parameter_name: 'Streamflow',
    demonstration_parameters: null,
  });
  const synthetic = (loc_name: string) => ({
    ...real(loc_name),
    demonstration_parameters: 'Streamflow',
  });
  expect(exportNotes([synthetic('Heise')], groups, noted)).toEqual([
    'Demonstration data.',
    'HUC8 boundaries are approximate.',
  ]);
  expect(exportNotes([real('Heise')], groups, { huc8: {} })).toEqual([]);
  expect(exportNotes([real('Heise'), synthetic('Milner')], groups, { huc8: {} })).toEqual([
    'Demonstration data at Milner.',
  ]);
  const withoutValues = { ...real('Ungaged'), parameter_name: null };
  expect(exportNotes([withoutValues, synthetic('Milner')], groups, { huc8: {} })).toEqual([
    'Demonstration data.',
  ]);
  const many = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(synthetic);
  expect(exportNotes([real('Heise'), ...many], groups, { huc8: {} })).toEqual([
    'Demonstration data at A, B, C, D, E and 2 more sites.',
  ]);
  expect(exportNotes([], groupLayers([areas], { ...none, hidden: ['HUC8'] }), noted)).toEqual([]);
});

test('lists only the colors and providers in the frame', () => {
  const scheme: ColorScheme = {
    kind: 'category',
    group: 'dataProviders',
    values: new Map([
      [1, 'USGS'],
      [2, 'IDWR'],
    ]),
    paints: new Map(),
    legend: ['USGS', 'IDWR'].map((value) => ({
      value,
      label: value,
      paint: {},
      count: 1,
      heading: undefined,
    })),
    notes: [],
  };
  const inView = [site({ loc_ndx: 2, data_provider: 'IDWR' })];
  const groups = groupLayers([layer({ id: 'points' }), areas], none);
  const { legend } = exportLegend({ groups, scheme, inView, zoom: 7 });
  expect(legend.map(({ label }) => label)).toEqual(['IDWR', 'areas']);
  expect(legend[1]?.sample.layer).toBe(areas);
  expect(exportSource(inView, ['Demonstration data.'])).toMatch(/Sites of IDWR\. Demonstration data\.$/);
  expect(exportSource([], [])).not.toMatch(/Sites/);
});
