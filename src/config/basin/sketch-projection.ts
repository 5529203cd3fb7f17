import type { Vertex } from '#lib/geometry/shapes.ts';
import type { PageBasin } from './basin.ts';

/** Of the box of a sketch. */
export const width = 800;

/** Maps `[longitude, latitude]` to whole units of a box that is `width` wide. */
export function projectionOf(extent: PageBasin['extent']): (position: Vertex) => readonly number[] {
  const [west, east] = [toRadians(extent.west), toRadians(extent.east)];
  const north = toNorthing(extent.north);
  const scale = width / (east - west);
  return ([lon = 0, lat = 0]) => [
    Math.round((toRadians(lon) - west) * scale),
    Math.round((north - toNorthing(lat)) * scale),
  ];
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toNorthing = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + toRadians(degrees) / 2));
