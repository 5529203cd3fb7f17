import { expect, test, vi } from 'vitest';
import type { ColorScheme } from '#features/public-map/screen/colors/marker-colors.ts';
import {
  exportLegend,
  exportNotes,
  exportSource,
} from '#features/public-map/screen/drawing/export-legend.ts';
import { groupLayers } from '#features/public-map/screen/layers.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { layer, site } from './builders.ts';

const none = { shown: [], hidden: [], opened: [], closed: [] };
const areas = layer({ id: 'areas', source: 'huc8', type: 'fill', lreProperties: { layerGroup: 'HUC8' } });

test('a saved map notes demonstration data and approximate boundaries', () => {
  const groups = groupLayers([areas], none);
  const noted = { huc8: { note: 'Approximate areas.' } };
  expect(exportNotes(groups, noted)).toEqual(['HUC8 boundaries are approximate.']);
  expect(exportNotes(groups, { huc8: {} })).toEqual([]);
  vi.stubGlobal('document', { documentElement: { dataset: { demo: 'yes' } } });
  expect(exportNotes(groups, { huc8: {} })).toEqual([demonstrationNote]);
  vi.unstubAllGlobals();
  expect(exportNotes(groupLayers([areas], { ...none, hidden: ['HUC8'] }), noted)).toEqual([]);
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
