import type { MapFeature } from '#kits/map/types.ts';
import type { SiteHealth } from '../contract.ts';
import { pointInside } from './point-inside.ts';

/** The site or HUC8 that map and table show. */
export type Chosen = { readonly kind: 'site' | 'huc8'; readonly id: number };

/** `site-41`; undefined without a choice. */
export function writeChosen(chosen: Chosen | undefined): string | undefined {
  return chosen && `${chosen.kind}-${chosen.id}`;
}

/** Reads what `writeChosen` wrote; undefined for anything else. */
export function readChosen(text: string): Chosen | undefined {
  const [, kind, id] = /^(site|huc8)-([1-9]\d{0,8})$/.exec(text) ?? [];
  return kind === undefined ? undefined : { kind: kind === 'site' ? 'site' : 'huc8', id: Number(id) };
}

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
