import type { DataPoint } from '#contract/public-map.ts';
import { sortByName } from './site-filters.ts';

const metersPerDegree = 111_195;
const maxDistanceMeters = 10;

/**
 * The sites among which one is to be chosen, by name: those that one click hit, or else those at the same place,
 * within ten meters. Only the site itself where it is not among `sites`.
 */
export function findCoLocatedSites(
  selected: DataPoint | undefined,
  sites: readonly DataPoint[],
  clicked: ReadonlySet<number>,
): readonly DataPoint[] {
  if (!selected) return [];
  if (!sites.includes(selected)) return [selected];
  const isHit = clicked.has(selected.loc_ndx);
  return sortByName(
    sites.filter(
      (site) => (isHit && clicked.has(site.loc_ndx)) || distanceInMeters(site, selected) <= maxDistanceMeters,
    ),
  );
}

/** Meters between two places that are near each other, on a sphere. */
function distanceInMeters(
  { location_geometry: one }: DataPoint,
  { location_geometry: other }: DataPoint,
): number {
  const [lng, lat] = one.coordinates;
  const [otherLng, otherLat] = other.coordinates;
  const east = (lng - otherLng) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(east, lat - otherLat) * metersPerDegree;
}
