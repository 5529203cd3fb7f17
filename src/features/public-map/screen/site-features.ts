import type { DataPoint, MapLayer } from '#contract/public-map.ts';
import { drawRank } from '#domain/site-families.ts';
import type { MapFeature, MapViewState } from '#kits/map/index.ts';
import type { LatLng } from '#lib/geometry/coordinates.ts';
import { boxContains } from '#lib/geometry/coordinates.ts';
import { siteSource } from './layers.ts';

export function siteProperties(site: DataPoint): Readonly<Record<string, unknown>> {
  const { location_geometry: _, ...properties } = site;
  return properties;
}

const featureCache = new WeakMap<DataPoint, MapFeature>();

/** Returns the same object for the same row, so that the map redraws only what changed. */
export function toSiteFeature(site: DataPoint): MapFeature {
  const cached = featureCache.get(site);
  if (cached) return cached;
  const feature: MapFeature = {
    type: 'Feature',
    id: site.loc_ndx,
    geometry: site.location_geometry,
    properties: siteProperties(site),
  };
  featureCache.set(site, feature);
  return feature;
}

/** Sorts the sites into the order in which they are drawn. */
export const byDrawRank = (one: DataPoint, other: DataPoint): number =>
  drawRank(one.loc_type_name) - drawRank(other.loc_type_name);

/** Draws the sites when the layers could not be loaded. */
export const fallbackLayer: MapLayer = {
  id: 'sites',
  name: 'Sites',
  type: 'circle',
  source: siteSource,
  paint: {
    'circle-radius': 5,
    'circle-color': '#0077bb',
    'circle-stroke-color': '#ffffff',
    'circle-stroke-width': 1,
  },
  layout: {},
  drawOrder: 0,
  legendOrder: 0,
  lreProperties: { layerGroup: 'Data Points', popup: { titleField: 'loc_name' } },
};

export function placeOf({ location_geometry }: DataPoint): LatLng {
  const [lng, lat] = location_geometry.coordinates;
  return { lat, lng };
}

/** Whether a site lies within the bounds of the view. */
export function isWithin(site: DataPoint, bounds: MapViewState['bounds']): boolean {
  const { lat, lng } = placeOf(site);
  return boxContains(bounds, lng, lat);
}
