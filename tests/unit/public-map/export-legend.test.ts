import { expect, test } from 'vitest';
import type { ColorScheme } from '#features/public-map/coloring.ts';
import { exportLegend, exportNotes, exportSource } from '#features/public-map/export-legend.ts';
import { groupLayers } from '#features/public-map/layers.ts';
import { layer, site } from './builders.ts';

const none = { shown: [], hidden: [], opened: [], closed: [] };
const areas = layer({ id: 'areas', source: 'huc8', type: 'fill', lreProperties: { layerGroup: 'HUC8' } });

test('a saved map notes demonstration data and approximate boundaries', () => {
  const groups = groupLayers([areas], none);
  const noted = { huc8: { note: 'Approximate areas.' } };
  expect(exportNotes('yes', groups, noted)).toEqual([
    'Demonstration data.',
    'HUC8 boundaries are approximate.',
  ]);
  expect(exportNotes('no', groups, { huc8: {} })).toEqual([]);
  expect(exportNotes('some', groups, { huc8: {} })).toEqual(['Partly demonstration data.']);
  expect(exportNotes(undefined, groupLayers([areas], { ...none, hidden: ['HUC8'] }), noted)).toEqual([]);
});

test('lists only the colors and providers in the frame', () => {
  const scheme: ColorScheme = {
    kind: 'category',
    group: 'dataProviders',
    colors: new Map([
      [1, '#111111'],
      [2, '#222222'],
    ]),
    legend: [
      { label: 'USGS', color: '#111111', count: 1 },
      { label: 'IDWR', color: '#222222', count: 1 },
    ],
    notes: [],
  };
  const inView = [site({ loc_ndx: 2, data_provider: 'IDWR' })];
  expect(exportLegend([], scheme, inView).legend.map(({ label }) => label)).toEqual(['IDWR']);
  expect(exportSource(inView, ['Demonstration data.'])).toMatch(/Sites of IDWR\. Demonstration data\.$/);
  expect(exportSource([], [])).not.toMatch(/Sites/);
});
