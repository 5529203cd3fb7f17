import type { Basin } from '#contract/basin/basin.ts';
import { sitesAbove } from '#domain/river-neighbors.ts';
import { defaultTimeZone } from '#lib/basin-clock.ts';
import type { PageBasin } from './basin.ts';

export function toPageBasin({
  name,
  map,
  sites,
  shapes,
  parameters = [],
  open_providers: openProviders = [],
  drought_years: droughtYears = [],
  brief,
  rivers = [],
}: Basin): PageBasin {
  const [west, north, east, south] = map.search_box;
  return {
    name,
    center: map.center,
    modelsCenter: map.models_center ?? map.center,
    zoom: map.zoom,
    searchBox: { west, south, east, north },
    extent: extentOf(sites, shapes?.boundaries ?? []) ?? { west, south, east, north },
    parameters,
    openProviders,
    reservoirsAbove: reservoirsAbove({ brief, rivers }),
    snowGroups: brief?.snow?.map(({ label }) => label) ?? [],
    droughtYears,
    capacities: Object.fromEntries(
      sites.flatMap(({ id, capacity_af }) => (capacity_af === undefined ? [] : [[id, capacity_af]])),
    ),
  };
}

function reservoirsAbove({ brief, rivers = [] }: Pick<Basin, 'brief' | 'rivers'>): readonly string[] {
  const gage = brief?.rivers?.[0]?.site;
  const above = new Set(gage === undefined ? [] : sitesAbove(rivers, gage));
  return (brief?.storage?.sites ?? []).filter((id) => above.has(id)).map((id) => id.toUpperCase());
}

/** In degrees, around the outermost sites and areas. */
const extentMargin = 0.05;

type Boundaries = NonNullable<Basin['shapes']>['boundaries'];

function extentOf(sites: Basin['sites'], boundaries: Boundaries): PageBasin['extent'] | undefined {
  const corners = boundaries.flatMap(({ boundary }) => {
    const polygons = boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;
    return polygons.flat(2);
  });
  const lons = [...sites.map(({ lon }) => lon), ...corners.flatMap(([lon]) => lon ?? [])];
  const lats = [...sites.map(({ lat }) => lat), ...corners.flatMap(([, lat]) => lat ?? [])];
  if (lons.length === 0) return undefined;
  const toHundredths = (degrees: number) => Math.round(degrees * 100) / 100;
  return {
    west: toHundredths(minOf(lons) - extentMargin),
    south: toHundredths(minOf(lats) - extentMargin),
    east: toHundredths(-minOf(lons.map((lon) => -lon)) + extentMargin),
    north: toHundredths(-minOf(lats.map((lat) => -lat)) + extentMargin),
  };
}

/** Like `Math.min`, for lists of any length. */
function minOf(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}

/**
 * Defines the constants of `basin.ts` and of the calendar for the bundler, so that no page contains the basin file or its parser.
 */
export function basinDefinitions(basin: Basin): {
  readonly __BASIN__: string;
  readonly __TIME_ZONE__: string;
} {
  return {
    __BASIN__: JSON.stringify(toPageBasin(basin)),
    __TIME_ZONE__: JSON.stringify(basin.time_zone ?? defaultTimeZone),
  };
}
