import type { FeatureCollection } from '#contract/public-map.ts';

/** `[longitude, latitude]` */
export type Position = readonly number[];

/** The lines or rings of a shape; none of a point. */
export function linesOf(
  geometry: FeatureCollection['features'][number]['geometry'],
): readonly (readonly Position[])[] {
  const coordinates: unknown = geometry?.coordinates;
  if (!Array.isArray(coordinates)) return [];
  switch (geometry?.type) {
    case 'LineString':
      return [coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return coordinates;
    case 'MultiPolygon':
      return coordinates.flat();
    default:
      return [];
  }
}
