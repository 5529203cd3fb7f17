import * as z from 'zod/mini';
import { parseJson } from '../../parse-response.ts';
import { readJsonElements } from '../../read-json.ts';
import { SourceRefused, type SourceText } from '../../source.ts';

const service = 'the Watershed Boundary Dataset';

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

const Feature = z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() });

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
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
  const json = parseJson(text, service);
  const read = z.safeParse(Collection, json);
  if (!read.success) {
    const fault = z.safeParse(ServiceFault, json);
    throw fault.success
      ? new SourceRefused(`The Watershed Boundary Dataset answered: ${fault.data.error.message}.`)
      : noCollection();
  }
  const { features, exceededTransferLimit, properties } = read.data;
  return {
    units: features.map(parseUnit),
    hasMore: exceededTransferLimit ?? properties?.exceededTransferLimit ?? false,
  };
}

/** Parses a saved collection, feature by feature. @throws SourceRefused */
export async function parseHydrologicUnitsFile(file: SourceText): Promise<HydrologicUnit[]> {
  const units: HydrologicUnit[] = [];
  const count = await readJsonElements(file, { paths: ['$.features.*'], service }, ({ value }) =>
    units.push(parseUnit(value)),
  );
  return count > 0 ? units : parseHydrologicUnits(await file.text()).units;
}

function noCollection(): SourceRefused {
  return new SourceRefused('This is not a GeoJSON collection of areas with a property huc8 or huc10.');
}

function parseUnit(feature: unknown): HydrologicUnit {
  const read = z.safeParse(Feature, feature);
  if (!read.success) throw noCollection();
  const attributes = new Map(
    Object.entries(read.data.properties).map(([key, value]) => [key.toLowerCase(), String(value ?? '')]),
  );
  const unit = {
    code: attributes.get('huc10') ?? attributes.get('huc8') ?? '',
    name: attributes.get('name') ?? '',
  };
  const boundary = z.safeParse(Boundary, read.data.geometry);
  return boundary.success
    ? { ...unit, boundary: boundary.data }
    : { ...unit, problem: `Its geometry is invalid: ${boundary.error.issues[0]?.message}.` };
}
