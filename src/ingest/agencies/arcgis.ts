import * as z from 'zod/mini';
import { watchPages } from '../engine/completeness.ts';
import type { RetryingFetch } from '../reading/http-retry.ts';
import { parseJson, parseServiceFault } from '../reading/parse-response.ts';
import { SourceRefused } from '../source.ts';

/** Large requests can end in server errors. The next size is tried then. */
export type PageSizes = readonly [number, ...number[]];

const maxRequests = 200;

/** Which features of a layer to fetch, and how far their outlines may be simplified, in degrees. */
type FeatureQuery = Readonly<Record<'where' | 'outFields' | 'maxAllowableOffset' | 'orderByFields', string>>;

type ParsePage<T> = (text: string) => { readonly items: readonly T[]; readonly hasMore: boolean };

/**
 * Fetches all features of a query, page by page, with four decimals of a degree.
 * @throws SourceRefused
 */
export async function fetchFeatures<T>(
  fetchWithRetry: RetryingFetch,
  layerUrl: string,
  { where, outFields, maxAllowableOffset, orderByFields }: FeatureQuery,
  sizes: PageSizes,
  parse: ParsePage<T>,
): Promise<T[]> {
  const items: T[] = [];
  const faultOf = watchPages();
  let [size] = sizes;
  for (let page = 0; page < maxRequests; page += 1) {
    const url = new URL(`${layerUrl}/query`);
    url.search = new URLSearchParams({
      where,
      outFields,
      outSR: '4326',
      geometryPrecision: '4',
      maxAllowableOffset,
      orderByFields,
      resultOffset: String(items.length),
      resultRecordCount: String(size),
      f: 'geojson',
    }).toString();
    let batch: Awaited<ReturnType<typeof parse>>;
    try {
      batch = await fetchWithRetry(url.href, parse);
    } catch (error) {
      const smaller = sizes.find((each) => each < size);
      if (!(error instanceof SourceRefused) || smaller === undefined) throw error;
      size = smaller;
      continue;
    }
    const fault = faultOf(batch.items);
    if (fault !== undefined) {
      throw new SourceRefused(`The service has more features than ${items.length}, but ${fault}.`);
    }
    items.push(...batch.items);
    if (!batch.hasMore) return items;
  }
  throw new SourceRefused(
    `The service still has more features after ${maxRequests} requests; its paging does not work.`,
  );
}

const Feature = z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() });

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
  exceededTransferLimit: z.optional(z.boolean()),
  properties: z.optional(z.object({ exceededTransferLimit: z.optional(z.boolean()) })),
});

/** The attributes of a feature as text, by their names in lowercase: services differ in their spelling. */
export function readAttributes(properties: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).map(([key, value]) => [key.toLowerCase(), String(value ?? '').trim()]),
  );
}

/** The geometry of a feature, or why it is invalid. */
export type ArcgisShape<G> = { readonly geometry: G } | { readonly problem: string };

type FeatureFormat<G, T> = {
  /** As in "The Watershed Boundary Dataset answered: …" */
  readonly service: string;
  readonly geometry: z.ZodMiniType<G>;
  /** Why anything else is refused. */
  readonly refusal: string;
  readonly toItem: (attributes: ReadonlyMap<string, string>, shape: ArcgisShape<G>) => T;
};

/** Creates parsers of a service's GeoJSON collections and of their features. Both throw SourceRefused. */
export function createFeatureParser<G, T>({ service, geometry, refusal, toItem }: FeatureFormat<G, T>) {
  const parseFeature = (feature: unknown): T => {
    const { success, data } = z.safeParse(Feature, feature);
    if (!success) throw new SourceRefused(refusal);
    const read = z.safeParse(geometry, data.geometry);
    const shape: ArcgisShape<G> = read.success
      ? { geometry: read.data }
      : { problem: `Its geometry is invalid: ${read.error.issues[0]?.message}.` };
    return toItem(readAttributes(data.properties), shape);
  };
  const parsePage: ParsePage<T> = (text) => {
    const json = parseJson(text, service);
    const read = z.safeParse(Collection, json);
    if (!read.success) throw parseServiceFault(json, service) ?? new SourceRefused(refusal);
    const { features, exceededTransferLimit, properties } = read.data;
    const hasMore = exceededTransferLimit ?? properties?.exceededTransferLimit ?? false;
    return { items: features.map(parseFeature), hasMore };
  };
  return { parseFeature, parsePage };
}

const position = z
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
export const ArcgisCourse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line).check(z.minLength(1)) }),
]);
export type ArcgisCourse = z.output<typeof ArcgisCourse>;
