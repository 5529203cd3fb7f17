import type { DataPoint, FilterOption, MapFilters } from '#contract/public-map.ts';
import { paintOfType } from '#domain/site-families.ts';
import { lazily } from '#lib/format-number.ts';
import {
  byFilterGroup,
  type ChosenFilters,
  type Coloring,
  type FilterGroupName,
  filterGroups,
} from './map-choices.ts';

/** Labels of the six filter groups, in the order in which they are shown. */
export const filterGroupLabels: Record<FilterGroupName, string> = {
  locationTypes: 'Location Types',
  parameterNames: 'Parameters',
  dataProviders: 'Data Providers',
  huc8Names: 'HUC 8s',
  huc10Names: 'HUC 10s',
  gwDistricts: 'GW Districts',
};

/** Labels of the “Color by” choices. */
export const coloringLabels: Record<Coloring, string> = {
  ...filterGroupLabels,
  default: 'Default',
  conditions: 'Conditions',
};

/** Splits the parameters of a site: `'Stage, Streamflow'` gives `['Stage', 'Streamflow']`. */
export function parametersOf(site: Pick<DataPoint, 'parameter_name'>): string[] {
  return site.parameter_name
    ? site.parameter_name
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : [];
}

/** A site's values in a filter group: any number of parameters, at most one of the others. */
export function valuesOf(site: DataPoint, group: FilterGroupName): readonly string[] {
  switch (group) {
    case 'locationTypes':
      return [site.loc_type_name];
    case 'parameterNames':
      return parametersOf(site);
    case 'dataProviders':
      return [site.data_provider];
    case 'huc8Names':
      return site.huc8_name ? [site.huc8_name] : [];
    case 'huc10Names':
      return site.huc10_name ? [site.huc10_name] : [];
    case 'gwDistricts':
      return site.gw_district ? [site.gw_district] : [];
  }
}

export type FilterCounts = Readonly<Record<FilterGroupName, ReadonlyMap<string, number>>>;

export type Filtered = {
  /** Sites that pass every group. */
  readonly sites: readonly DataPoint[];
  /** How many sites would remain if only this option of its group were chosen. */
  readonly counts: FilterCounts;
};

/** Combines groups by AND and the values of a group by OR. A parameter filter matches any parameter of a site. */
export function filterSites(sites: readonly DataPoint[], filters: ChosenFilters): Filtered {
  const chosen = filterGroups.map((group) => ({ group, wanted: new Set(filters[group]) }));
  const counts = byFilterGroup(() => new Map<string, number>());
  const passing = sites.filter((site) => {
    const failing = chosen.filter(
      ({ group, wanted }) => wanted.size > 0 && !valuesOf(site, group).some((value) => wanted.has(value)),
    );
    // A site that fails only one group would pass with another option of that group.
    const counted =
      failing.length === 0 ? filterGroups : failing.length === 1 ? failing.map((f) => f.group) : [];
    for (const group of counted) {
      for (const value of valuesOf(site, group))
        counts[group].set(value, (counts[group].get(value) ?? 0) + 1);
    }
    return failing.length === 0;
  });
  return { sites: passing, counts };
}

export function isFiltering(filters: ChosenFilters): boolean {
  return filterGroups.some((group) => filters[group].length > 0);
}

/** Derives the options from the sites, for when the filter lists cannot be loaded. */
export function optionsFromSites(sites: readonly DataPoint[]): MapFilters {
  const options = (group: FilterGroupName): FilterOption[] =>
    [...new Set(sites.flatMap((site) => valuesOf(site, group)))]
      .sort((a, b) => a.localeCompare(b, 'en'))
      .map((value) => ({ display: value, value }));
  return byFilterGroup(options);
}

/** Shows HUC 10s with code and name; `Watershed 1704010409`, without a name of its own, has that of its HUC 8. */
export function withUnitNames(options: MapFilters, sites: readonly DataPoint[]): MapFilters {
  const huc8 = new Map(sites.flatMap((site) => (site.huc8_name ? [[site.huc10_name, site.huc8_name]] : [])));
  const huc10Names = options.huc10Names.map((option) => {
    const { value, code } = option;
    const isUnnamed = /^Watershed \d{10}$/.test(value);
    const parts = isUnnamed ? [value, huc8.get(value)] : [code, value];
    return { ...option, display: parts.filter(Boolean).join(' · ') };
  });
  return { ...options, huc10Names };
}

/** Sorts by name, with numbers by value: “Well 9” comes before “Well 10”. */
export function sortByName(sites: readonly DataPoint[]): DataPoint[] {
  return [...sites].sort((a, b) => collator().compare(a.loc_name, b.loc_name) || a.loc_ndx - b.loc_ndx);
}

const collator = lazily(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));

/** The families that the list has tabs for. */
export const siteFamilies = ['all', 'rivers', 'reservoirs', 'wells', 'snow'] as const;
export type SiteFamily = (typeof siteFamilies)[number];

const familyNames: Readonly<Record<string, SiteFamily>> = {
  'Surface water': 'rivers',
  Groundwater: 'wells',
  'Snow and weather': 'snow',
};

export function isOfFamily({ loc_type_name }: DataPoint, family: SiteFamily): boolean {
  if (family === 'all') return true;
  if (loc_type_name === 'Reservoir') return family === 'reservoirs';
  // Water is let into the ground at a recharge site; it is no well.
  if (loc_type_name === 'Recharge') return false;
  return familyNames[paintOfType(loc_type_name).family] === family;
}
