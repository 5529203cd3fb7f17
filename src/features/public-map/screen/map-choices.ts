export const filterGroups = [
  'locationTypes',
  'parameterNames',
  'dataProviders',
  'huc8Names',
  'huc10Names',
  'gwDistricts',
] as const;
export type FilterGroupName = (typeof filterGroups)[number];

/** The chosen values of each group; a group without values does not filter. */
export type ChosenFilters = Readonly<Record<FilterGroupName, readonly string[]>>;

/** What the sites are colored by: a filter group, the layer's own colors, or the conditions of a day. */
export const colorings = [...filterGroups, 'default', 'conditions'] as const;
export type Coloring = (typeof colorings)[number];

export const siteSorts = ['unusual', 'name', 'river'] as const;
export type SiteSort = (typeof siteSorts)[number];

/** Makes a value for each filter group. */
export function byFilterGroup<T>(toValue: (group: FilterGroupName) => T): Record<FilterGroupName, T> {
  const entries = filterGroups.map((group) => [group, toValue(group)]);
  return Object.fromEntries(entries) as Record<FilterGroupName, T>;
}

export const noFilters: ChosenFilters = byFilterGroup(() => []);
