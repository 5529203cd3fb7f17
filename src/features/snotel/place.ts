import type { SiteHealth } from '#contract/hydro-health.ts';
import type { MapFeature } from '#kits/map/types.ts';
import type { Chosen } from './chosen.ts';
import { pointInside } from './hatch.ts';

/** The chosen site or area with its place on the map. */
export type Pressed = Chosen & {
  readonly name: string;
  readonly position: readonly [lat: number, lon: number];
};

export function placeOfSite(sites: readonly SiteHealth[], id: number): Pressed | undefined {
  const site = sites.find((each) => each.loc_ndx === id);
  if (!site) return undefined;
  const [lon, lat] = site.location_geometry.coordinates;
  return { kind: 'site', id, name: site.loc_name, position: [lat, lon] };
}

export function placeOfArea(areas: readonly MapFeature[], id: number): Pressed | undefined {
  const area = areas.find((each) => Number(each.id) === id);
  const [lon, lat] = (area && pointInside(area)) ?? [];
  const name = area?.properties?.huc8_name;
  if (lon === undefined || lat === undefined) return undefined;
  return { kind: 'huc8', id, name: typeof name === 'string' ? name : '', position: [lat, lon] };
}
