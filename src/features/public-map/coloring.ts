import { portalParameters } from '#config/parameters.ts';
import type { DataPoint, FilterOption } from '#contract/public-map.ts';
import { assignColors, fitsCategoryColors, noValueColor } from '#domain/palette.ts';
import type { Coloring, FilterGroupName } from './map-address.ts';
import { valuesOf } from './site-filters.ts';

const byValue = new Intl.Collator('en', { numeric: true });
const parameterRank = new Map(portalParameters.map(({ name, ndx }) => [name, ndx]));

/**
 * Sorts the options into the order in which they get their colors: parameters by id, others unchanged. Options
 * that are colored by a gradient are sorted by value.
 */
export function colorOrder(coloring: Coloring, options: readonly FilterOption[]): readonly FilterOption[] {
  if (!fitsCategoryColors(options.length))
    return options.toSorted((a, b) => byValue.compare(a.value, b.value));
  if (coloring !== 'parameterNames') return options;
  const rank = ({ value }: FilterOption) => parameterRank.get(value) ?? Number.MAX_SAFE_INTEGER;
  return options.toSorted((a, b) => rank(a) - rank(b));
}

export type ColorLegendEntry = { readonly label: string; readonly color: string; readonly count: number };

export type ColorScheme =
  | { readonly kind: 'default' }
  | {
      readonly kind: 'category';
      readonly group: FilterGroupName;
      /** Colors of the sites, by `loc_ndx`. */
      readonly colors: ReadonlyMap<number, string>;
      /** Only values that occur among the sites, in the order of the options. */
      readonly legend: readonly ColorLegendEntry[];
      /** Explanations to show below the legend. */
      readonly notes: readonly string[];
    };

/**
 * Colors the sites by one of the filter groups. A color belongs to its option, so that filtering does not change it.
 * A site with several parameters gets the color of the first one in the order of the options; if parameters are
 * filtered, of the first one that is chosen.
 */
export function colorSites(
  sites: readonly DataPoint[],
  coloring: Coloring,
  options: readonly FilterOption[],
  chosen: readonly string[],
): ColorScheme {
  if (coloring === 'default') return { kind: 'default' };
  const colorOf = assignColors(options.map((option) => option.value));
  const rank = new Map(options.map((option, index) => [option.value, index]));
  const wanted = new Set(chosen);
  const colors = new Map<number, string>();
  const counts = new Map<string, number>();
  let without = 0;
  let several = 0;
  for (const site of sites) {
    const all = valuesOf(site, coloring);
    const eligible = wanted.size > 0 ? all.filter((value) => wanted.has(value)) : all;
    const first = firstOf(eligible.length > 0 ? eligible : all, rank);
    if (first === undefined) {
      without += 1;
      colors.set(site.loc_ndx, noValueColor);
      continue;
    }
    if (eligible.length > 1) several += 1;
    counts.set(first, (counts.get(first) ?? 0) + 1);
    colors.set(site.loc_ndx, colorOf.get(first) ?? noValueColor);
  }
  const known = options.map((option) => option.value);
  const unlisted = [...counts.keys()].filter((value) => !rank.has(value));
  const labels = new Map(options.map((option) => [option.value, option.display]));
  const legend = [...known, ...unlisted].flatMap((value) => {
    const count = counts.get(value);
    if (count === undefined) return [];
    return { label: labels.get(value) ?? value, color: colorOf.get(value) ?? noValueColor, count };
  });
  if (without > 0) legend.push({ label: 'None', color: noValueColor, count: without });
  const notes: string[] = [];
  if (several > 0) {
    notes.push('A site with several parameters has the color of the first one in this list.');
  }
  return { kind: 'category', group: coloring, colors, legend, notes };
}

function firstOf(values: readonly string[], rank: ReadonlyMap<string, number>): string | undefined {
  const rankOf = (value: string) => rank.get(value) ?? Infinity;
  return values.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}
