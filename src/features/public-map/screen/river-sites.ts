import type { DataPoint, FeatureCollection } from '#contract/public-map.ts';
import { linesOf, type Vertex } from '#lib/geometry/shapes.ts';
import { placeOf } from './site-features.ts';

/** A river of the basin file with the agencies' ids of its sites, in downstream order. */
export type RiverSites = { readonly name: string; readonly sites: readonly string[] };

/** The source whose features are rivers. */
export const riverSource = 'rivers';

/** The courses of small scales are up to 2 miles off. */
const maxMiles = 3;

/** Gains of reaches are computed between two gages, and are no place on the river. */
const computedType = 'Stream Reach';

/**
 * Finds the sites along the river of a name, in downstream order. Empty if none of them is at the course that is drawn:
 * then it is another river of the same name.
 */
export function sitesAlong(
  name: string,
  rivers: readonly RiverSites[],
  sites: readonly DataPoint[],
  shapes: FeatureCollection | undefined,
): readonly DataPoint[] {
  const lines = courseOf(name, shapes);
  // A list may name two rivers of which one becomes the other: `Big Wood River and Malad River`.
  const named = rivers.filter((river) => river.name.split(' and ').includes(name));
  return named.flatMap((river) => {
    const found = river.sites.flatMap((id) => sites.find(({ loc_id }) => loc_id === id) ?? []);
    const placed = found.filter(({ loc_type_name }) => loc_type_name !== computedType);
    return placed.some((site) => isAtCourse(site, lines)) ? placed : [];
  });
}

/** The names of the rivers that are drawn and have sites, in the order in which they are drawn. */
export function riversWithSites(
  rivers: readonly RiverSites[],
  sites: readonly DataPoint[],
  shapes: FeatureCollection | undefined,
): readonly string[] {
  const names = new Set(shapes?.features.map(({ properties }) => String(properties?.name)));
  return [...names].filter((name) => sitesAlong(name, rivers, sites, shapes).length > 0);
}

/** The lines of the river of a name. */
export function courseOf(
  name: string,
  shapes: FeatureCollection | undefined,
): readonly (readonly Vertex[])[] {
  const ofName = shapes?.features.filter(({ properties }) => properties?.name === name) ?? [];
  return ofName.flatMap(({ geometry }) => linesOf(geometry));
}

const milesPerDegree = 69.1;

/** Whether a site is so near to a line that it is on the river; on a plane, which is exact enough for a few miles. */
function isAtCourse(site: DataPoint, lines: readonly (readonly Vertex[])[]): boolean {
  const { lat, lng } = placeOf(site);
  const across = milesPerDegree * Math.cos((lat * Math.PI) / 180);
  const toPlane = ([lon = 0, other = 0]: Vertex) =>
    [(lon - lng) * across, (other - lat) * milesPerDegree] as const;
  return lines.some((line) =>
    line.some((from, at) => {
      const [ax, ay] = toPlane(from);
      const [bx, by] = toPlane(line[at + 1] ?? from);
      const [dx, dy] = [bx - ax, by - ay];
      const share =
        dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
      return Math.hypot(ax + share * dx, ay + share * dy) <= maxMiles;
    }),
  );
}
