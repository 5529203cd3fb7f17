import { portalParameters } from '#config/parameters.ts';
import type { DataPoint, FilterOption } from '#contract/public-map.ts';
import { edgePaint, paintOfType, type SitePaint } from '#domain/site-families.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import { assignColors, fitsCategoryColors, noValueColor } from '#lib/colors.ts';
import { lazily } from '#lib/format-number.ts';
import type { Coloring, FilterGroupName } from '../map-choices.ts';
import { valuesOf } from '../site-filters.ts';

const byValue = lazily(() => new Intl.Collator('en', { numeric: true }));
const parameterRank = new Map(portalParameters.map(({ name, ndx }) => [name, ndx]));

/** Units of the river's first reach come first: in the order of the basin file, or of their codes. */
function byUnit(one: FilterOption, other: FilterOption): number {
  const order = (one.order ?? 0) - (other.order ?? 0);
  return order || byValue().compare(one.code ?? one.value, other.code ?? other.value);
}

/**
 * Sorts the options into the order in which they get their colors: location types by family, parameters by id, hydrologic
 * units along the river, others unchanged. Other options that are colored by a gradient are sorted by value.
 */
export function colorOrder(
  coloring: FilterGroupName,
  options: readonly FilterOption[],
): readonly FilterOption[] {
  switch (coloring) {
    case 'locationTypes':
      return options.toSorted((a, b) => paintOfType(a.value).rank - paintOfType(b.value).rank);
    case 'huc8Names':
    case 'huc10Names':
      return options.toSorted(byUnit);
  }
  if (!fitsCategoryColors(options.length))
    return options.toSorted((a, b) => byValue().compare(a.value, b.value));
  if (coloring !== 'parameterNames') return options;
  const rank = ({ value }: FilterOption) => parameterRank.get(value) ?? Number.MAX_SAFE_INTEGER;
  return options.toSorted((a, b) => rank(a) - rank(b));
}

export type ColorLegendEntry = {
  readonly value: string;
  readonly label: string;
  /** What the map draws for the sites of this entry. */
  readonly paint: SitePaint;
  readonly count: number;
  /** The group of the entry; entries of one group follow one another. */
  readonly heading: string | undefined;
};

export type ColorScheme =
  | { readonly kind: 'default' }
  | {
      readonly kind: 'category';
      readonly group: FilterGroupName | 'conditions';
      /** The value that decides about the paint of each site, by `loc_ndx`; `noValue` without one. */
      readonly values: ReadonlyMap<number, string>;
      /** Paint by value. */
      readonly paints: ReadonlyMap<string, SitePaint>;
      /** Only values that occur among the sites, in the order of the options. */
      readonly legend: readonly ColorLegendEntry[];
      /** Explanations to show below the legend. */
      readonly notes: readonly string[];
      /** What the legend of a saved map is called, where it is not the coloring. */
      readonly title?: string;
      /** Paint by `loc_ndx`, where it depends on more than the value. */
      readonly marks?: ReadonlyMap<number, SitePaint>;
      /** Fills of HUC8s by name. */
      readonly areas?: ReadonlyMap<string, string>;
      /** What else the map shows, below the legend. */
      readonly extras?: readonly LegendEntry[];
    };

/** What the shapes and other signs of the data points mean where the coloring decides about them. */
export const dataPointMarks = ({
  extras = [],
}: {
  extras?: readonly LegendEntry[];
}): readonly LegendEntry[] => extras.filter(({ heading }) => heading === undefined);

/** Stands for a site without a value. */
export const noValue = '';

type Choices = {
  readonly coloring: Exclude<Coloring, 'conditions'>;
  /** In the order in which they get their colors. */
  readonly options: readonly FilterOption[];
  readonly chosen: readonly string[];
  /** The ground of the map; light by default. */
  readonly isDark?: boolean;
  /** Names of HUC8s by code, the headings of HUC10s. */
  readonly unitNames?: ReadonlyMap<string, string>;
};

const noNames: ReadonlyMap<string, string> = new Map();

/**
 * Colors the sites by one of the filter groups; location types also have shapes. A color belongs to its option, so that
 * filtering does not change it. A site with several parameters gets the color of the first one in the order of the
 * options; if parameters are filtered, of the first one that is chosen.
 */
export function colorSites(
  sites: readonly DataPoint[],
  { coloring, options, chosen, isDark = false, unitNames = noNames }: Choices,
): ColorScheme {
  if (coloring === 'default') return { kind: 'default' };
  const rank = new Map(options.map((option, index) => [option.value, index]));
  const wanted = new Set(chosen);
  const values = new Map<number, string>();
  const counts = new Map<string, number>();
  let several = 0;
  for (const site of sites) {
    const all = valuesOf(site, coloring);
    const eligible = wanted.size > 0 ? all.filter((value) => wanted.has(value)) : all;
    const first = firstOf(eligible.length > 0 ? eligible : all, rank) ?? noValue;
    if (first !== noValue && eligible.length > 1) several += 1;
    counts.set(first, (counts.get(first) ?? 0) + 1);
    values.set(site.loc_ndx, first);
  }
  const known = options.map((option) => option.value);
  const unlisted = [...counts.keys()].filter((value) => value !== noValue && !rank.has(value));
  const byOption = new Map(options.map((option) => [option.value, option]));
  const paints = paintsOf(coloring, known, [...unlisted, noValue], isDark);
  const legend = [...known, ...unlisted, noValue].flatMap((value): ColorLegendEntry[] => {
    const count = counts.get(value);
    const paint = paints.get(value);
    if (count === undefined || !paint) return [];
    const option = byOption.get(value);
    const label = value === noValue ? 'None' : (option?.display ?? value);
    return [{ value, label, paint, count, heading: headingOf(coloring, value, option, unitNames) }];
  });
  const notes =
    several > 0 ? ['A site with several parameters has the color of the first one in this list.'] : [];
  return { kind: 'category', group: coloring, values, paints, legend, notes };
}

function paintsOf(
  coloring: Coloring,
  known: readonly string[],
  others: readonly string[],
  isDark: boolean,
): ReadonlyMap<string, SitePaint> {
  if (coloring === 'locationTypes') {
    const tone = isDark ? 'dark' : 'light';
    return new Map([...known, ...others].map((type) => [type, paintOfType(type)[tone]]));
  }
  const colorOf = assignColors(known);
  return new Map(
    [...known, ...others].map((value) => [
      value,
      { 'circle-color': colorOf.get(value) ?? noValueColor, 'circle-shrink': true, ...edgePaint(isDark) },
    ]),
  );
}

function headingOf(
  coloring: Coloring,
  value: string,
  option: FilterOption | undefined,
  unitNames: ReadonlyMap<string, string>,
): string | undefined {
  if (coloring === 'locationTypes' && value !== noValue) return paintOfType(value).family;
  return coloring === 'huc10Names' ? unitNames.get(option?.code?.slice(0, 8) ?? '') : undefined;
}

function firstOf(values: readonly string[], rank: ReadonlyMap<string, number>): string | undefined {
  const rankOf = (value: string) => rank.get(value) ?? Infinity;
  return values.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}
