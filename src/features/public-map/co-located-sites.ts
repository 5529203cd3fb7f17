import type { DataPoint } from '#contract/public-map.ts';
import { sortByName } from './site-filters.ts';

const metersPerDegree = 111_195;
const maxDistanceMeters = 10;

/**
 * Finds the sites that share a popup with the selected one, sorted by name: those within ten meters, and those hit
 * by the same click. Only the selected site if it is not among `sites` (the filters hide it).
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

/** Meters between two nearby places, by the equirectangular approximation. */
function distanceInMeters(
  { location_geometry: one }: DataPoint,
  { location_geometry: other }: DataPoint,
): number {
  const [lng, lat] = one.coordinates;
  const [otherLng, otherLat] = other.coordinates;
  const east = (lng - otherLng) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(east, lat - otherLat) * metersPerDegree;
}
