import { describe, expect, it } from 'vitest';
import { gradientColor, noValueColor } from '#domain/palette.ts';
import { colorOrder, colorSites } from '#features/public-map/coloring.ts';
import { site } from './builders.ts';

const option = (value: string) => ({ display: value, value });
const options = ['Precipitation', 'Snow Water Equivalent', 'Streamflow'].map(option);
const sites = [
  site({ loc_ndx: 1, parameter_name: 'Precipitation, Snow Water Equivalent' }),
  site({ loc_ndx: 2, parameter_name: 'Streamflow' }),
  site({ loc_ndx: 3, parameter_name: null }),
];
const scheme = (shown = sites, chosen: string[] = []) => {
  const result = colorSites(shown, 'parameterNames', colorOrder('parameterNames', options), chosen);
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
    expect(scheme(sites.slice(0, 1)).colors.get(1)).toBe(scheme().colors.get(1));
    expect(scheme().colors.get(3)).toBe(noValueColor);
  });

  it('keeps the layer’s own paint by default', () => {
    expect(colorSites(sites, 'default', [], [])).toEqual({ kind: 'default' });
  });

  it('uses a gradient over the sorted values if there are more than twenty', () => {
    const names = Array.from({ length: 57 }, (_, index) => `Unit ${index + 1}`);
    const many = colorOrder('huc10Names', names.toReversed().map(option));
    const shown = names.toReversed().map((huc10_name, index) => site({ loc_ndx: index, huc10_name }));
    const result = colorSites(shown, 'huc10Names', many, []);
    if (result.kind === 'default') throw new Error('Expected categories');
    expect(result.legend.map(({ label }) => label)).toEqual(names);
    expect(result.legend.map(({ color }) => color)).toEqual(
      names.map((_, index) => gradientColor(index / 56)),
    );
    expect(result.notes).toEqual([]);
  });
});
