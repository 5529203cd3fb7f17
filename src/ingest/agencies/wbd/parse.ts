import * as z from 'zod/mini';
import { parseJson } from '../../parse-response.ts';
import { SourceRefused } from '../../source.ts';

const position = z
  .array(z.number())
  .check(
    z.refine(
      ([lon = 999, lat = 999]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
      'must be longitude and latitude',
    ),
  );
const ring = z.array(position).check(z.minLength(4, 'a ring needs at least four positions'));
const Boundary = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).check(z.minLength(1)) }),
  z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(ring).check(z.minLength(1))).check(z.minLength(1)),
  }),
]);
/** GeoJSON, WGS 84, `[longitude, latitude]`. */
export type Boundary = z.output<typeof Boundary>;

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() })),
  exceededTransferLimit: z.optional(z.boolean()),
  properties: z.optional(z.object({ exceededTransferLimit: z.optional(z.boolean()) })),
});

/** The service reports errors with status 200. */
const ServiceFault = z.object({ error: z.object({ message: z.string() }) });

/** A unit of the Watershed Boundary Dataset; `problem` says why its geometry is invalid. */
export type HydrologicUnit = { readonly code: string; readonly name: string } & (
  | { readonly boundary: Boundary }
  | { readonly problem: string }
);

/**
 * Parses a GeoJSON collection of hydrologic units with a property `huc8` or `huc10`.
 * @throws SourceRefused if it is not one
 */
export function parseHydrologicUnits(text: string): { units: HydrologicUnit[]; hasMore: boolean } {
  const json = parseJson(text, 'the Watershed Boundary Dataset');
  const read = z.safeParse(Collection, json);
  if (!read.success) {
    const fault = z.safeParse(ServiceFault, json);
    throw new SourceRefused(
      fault.success
        ? `The Watershed Boundary Dataset answered: ${fault.data.error.message}.`
        : 'This is not a GeoJSON collection of areas with a property huc8 or huc10.',
    );
  }
  const { features, exceededTransferLimit, properties } = read.data;
  return {
    units: features.map(({ properties: given, geometry }): HydrologicUnit => {
      const attributes = new Map(
        Object.entries(given).map(([key, value]) => [key.toLowerCase(), String(value ?? '')]),
      );
      const unit = {
        code: attributes.get('huc10') ?? attributes.get('huc8') ?? '',
        name: attributes.get('name') ?? '',
      };
      const boundary = z.safeParse(Boundary, geometry);
      return boundary.success
        ? { ...unit, boundary: boundary.data }
        : { ...unit, problem: `Its geometry is invalid: ${boundary.error.issues[0]?.message}.` };
    }),
    hasMore: exceededTransferLimit ?? properties?.exceededTransferLimit ?? false,
  };
}
