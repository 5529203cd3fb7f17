import { describe, expect, it } from 'vitest';
import type { FilterOption } from '#contract/public-map.ts';
import { colorOrder, colorSites } from '#features/public-map/screen/colors/marker-colors.ts';
import type { FilterGroupName } from '#features/public-map/screen/map-choices.ts';
import { gradientColor, noValueColor } from '#lib/colors.ts';
import { site } from './builders.ts';

const option = (value: string) => ({ display: value, value });
const options = ['Precipitation', 'Snow Water Equivalent', 'Streamflow'].map(option);
const sites = [
  site({ loc_ndx: 1, parameter_name: 'Precipitation, Snow Water Equivalent' }),
  site({ loc_ndx: 2, parameter_name: 'Streamflow' }),
  site({ loc_ndx: 3, parameter_name: null }),
];
const scheme = (shown = sites, chosen: string[] = []) => {
  const result = colorSites(shown, {
    coloring: 'parameterNames',
    options: colorOrder('parameterNames', options),
    chosen,
  });
  if (result.kind === 'default') throw new Error('Expected categories');
  return result;
};

describe('colorSites', () => {
  it('takes the first parameter in the fixed order, and explains it in a note', () => {
    const { legend, notes } = scheme();
    expect(legend.map(({ label, count }) => [label, count])).toEqual([
      ['Streamflow', 1],
      ['Snow Water Equivalent', 1],
      ['None', 1],
    ]);
    expect(notes).toHaveLength(1);
  });

  it('takes the first of the chosen parameters under a filter', () => {
    expect(scheme(sites, ['Precipitation']).legend[0]?.label).toBe('Streamflow');
    expect(scheme(sites.slice(0, 1), ['Precipitation']).legend.map(({ label }) => label)).toEqual([
      'Precipitation',
    ]);
  });

  it('keeps a color when other sites are filtered out', () => {
    const paintOf = ({ values, paints }: ReturnType<typeof scheme>, ndx: number) =>
      paints.get(values.get(ndx) ?? 'nothing');
    expect(paintOf(scheme(sites.slice(0, 1)), 1)).toEqual(paintOf(scheme(), 1));
    expect(paintOf(scheme(), 3)).toMatchObject({ 'circle-color': noValueColor });
  });

  it('keeps the layer’s own paint by default', () => {
    expect(colorSites(sites, { coloring: 'default', options: [], chosen: [] })).toEqual({ kind: 'default' });
  });

  it('uses a gradient over the sorted values if there are more than twenty', () => {
    const names = Array.from({ length: 57 }, (_, index) => `Unit ${index + 1}`);
    const many = colorOrder('gwDistricts', names.toReversed().map(option));
    const shown = names.toReversed().map((gw_district, index) => site({ loc_ndx: index, gw_district }));
    const result = colorSites(shown, { coloring: 'gwDistricts', options: many, chosen: [] });
    if (result.kind === 'default') throw new Error('Expected categories');
    expect(result.legend.map(({ label }) => label)).toEqual(names);
    expect(result.legend.map(({ paint }) => paint['circle-color'])).toEqual(
      names.map((_, index) => gradientColor(index / 56)),
    );
    expect(result.notes).toEqual([]);
  });
});

describe('hydrologic units', () => {
  const huc8Names = [
    { display: 'Big Lost', value: 'Big Lost', code: '17040218', order: 23 },
    { display: 'Palisades', value: 'Palisades', code: '17040104', order: 4 },
  ];
  const huc10Names = [
    { display: '1704021801 · Copper Basin', value: 'Copper Basin', code: '1704021801' },
    { display: '1704010402 · Palisades', value: '1704010402', code: '1704010402' },
    { display: '1704010401 · Indian Creek', value: 'Indian Creek', code: '1704010401' },
  ];

  it('are ordered along the river, not by name', () => {
    const labels = (options: readonly FilterOption[], coloring: FilterGroupName) =>
      colorOrder(coloring, options).map(({ value }) => value);
    expect(labels(huc8Names, 'huc8Names')).toEqual(['Palisades', 'Big Lost']);
    expect(labels(huc10Names, 'huc10Names')).toEqual(['Indian Creek', '1704010402', 'Copper Basin']);
  });

  it('group HUC10s by their HUC8', () => {
    const shown = huc10Names.map(({ value }, loc_ndx) => site({ loc_ndx, huc10_name: value }));
    const result = colorSites(shown, {
      coloring: 'huc10Names',
      options: colorOrder('huc10Names', huc10Names),
      chosen: [],
      unitNames: new Map(huc8Names.map(({ code, display }) => [code, display])),
    });
    if (result.kind === 'default') throw new Error('Expected categories');
    expect(result.legend.map(({ heading, label }) => [heading, label])).toEqual([
      ['Palisades', '1704010401 · Indian Creek'],
      ['Palisades', '1704010402 · Palisades'],
      ['Big Lost', '1704021801 · Copper Basin'],
    ]);
  });
});
