import type { Coloring, FilterGroupName } from './map-address.ts';

/** The six filter groups of the public map, as they are called and in their order. */
export const filterGroupLabels: Record<FilterGroupName, string> = {
  locationTypes: 'Location Types',
  parameterNames: 'Parameters',
  dataProviders: 'Data Providers',
  huc8Names: 'HUC 8s',
  huc10Names: 'HUC 10s',
  gwDistricts: 'GW Districts',
};

/** What the sites of the public map can be colored by. */
export const coloringLabels: Record<Coloring, string> = { ...filterGroupLabels, default: 'Default' };
