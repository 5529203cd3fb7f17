import type { Coloring, FilterGroupName } from './map-address.ts';

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
export const coloringLabels: Record<Coloring, string> = { ...filterGroupLabels, default: 'Default' };
