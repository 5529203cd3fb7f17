import * as z from 'zod/mini';

export const position = z
  .array(z.number())
  .check(
    z.refine(
      ([lon = 999, lat = 999]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
      'must be longitude and latitude',
    ),
  );
const ring = z.array(position).check(z.minLength(4, 'a ring needs at least four positions'));

/** GeoJSON, WGS 84, `[longitude, latitude]`. */
export const Boundary = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).check(z.minLength(1)) }),
  z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(ring).check(z.minLength(1))).check(z.minLength(1)),
  }),
]);
export type Boundary = z.output<typeof Boundary>;

const line = z.array(position).check(z.minLength(2, 'a line needs at least two positions'));

/** GeoJSON, WGS 84, `[longitude, latitude]`. */
export const Course = z.discriminatedUnion('type', [
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line).check(z.minLength(1)) }),
]);
