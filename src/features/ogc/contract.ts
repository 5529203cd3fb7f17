import * as z from 'zod/mini';
import { defineEndpoint, type Endpoint } from '#contract/endpoint.ts';
import { parseBoundingBox } from '#lib/geometry/coordinates.ts';
import { parseDayInterval } from './rules/day-interval.ts';

/** The coordinates of every geometry: longitude and latitude, WGS 84. */
export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
/** The Gregorian calendar. */
export const gregorian = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

export const Link = z.looseObject({
  href: z.string(),
  rel: z.string(),
  type: z.string(),
  title: z.optional(z.string()),
});
export type Link = z.output<typeof Link>;
const links = z.array(Link);

export const LandingPage = z.object({ title: z.string(), description: z.string(), links });

/** `conformsTo` are the addresses of conformance classes. */
export const Conformance = z.object({ conformsTo: z.array(z.string()) });

const number = z.number();
const label = z.object({ en: z.string() });

/** A parameter of EDR and CoverageJSON. The unit has a symbol of UCUM where one is certain, otherwise only its label. */
export const OgcParameter = z.object({
  type: z.literal('Parameter'),
  description: z.optional(label),
  observedProperty: z.object({
    id: z.string(),
    label,
    categories: z.optional(z.array(z.object({ id: z.string(), label }))),
  }),
  unit: z.optional(
    z.object({ label, symbol: z.optional(z.object({ value: z.string(), type: z.string() })) }),
  ),
  categoryEncoding: z.optional(z.record(z.string(), z.int())),
});
export type OgcParameter = z.output<typeof OgcParameter>;

const DataQuery = z.object({
  link: z.extend(Link, { variables: z.looseObject({ query_type: z.string() }) }),
});

/**
 * A collection as both OGC API – Features 1.0 and EDR 1.1 describe it. `bbox` is west, south, east, north; `interval`
 * are the instants at which the first day begins and the last one ends.
 */
export const Collection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  links,
  itemType: z.literal('feature'),
  extent: z.object({
    spatial: z.object({ bbox: z.tuple([z.tuple([number, number, number, number])]), crs: z.literal(crs84) }),
    temporal: z.optional(
      z.object({ interval: z.tuple([z.tuple([z.string(), z.string()])]), trs: z.literal(gregorian) }),
    ),
  }),
  crs: z.array(z.string()),
  output_formats: z.array(z.string()),
  parameter_names: z.record(z.string(), OgcParameter),
  data_queries: z.record(z.string(), DataQuery),
});
export type Collection = z.output<typeof Collection>;

export const Collections = z.object({ links, collections: z.array(Collection) });

const Geometry = z.nullable(z.looseObject({ type: z.string() }));

/** A GeoJSON feature; only one that is asked for by itself has links. */
export const OgcFeature = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: Geometry,
  properties: z.record(z.string(), z.unknown()),
  links: z.optional(links),
});
export type OgcFeature = z.output<typeof OgcFeature>;

export const OgcFeatures = z.object({
  type: z.literal('FeatureCollection'),
  timeStamp: z.string(),
  numberMatched: z.int(),
  numberReturned: z.int(),
  links,
  features: z.array(OgcFeature),
});

const axis = z.object({ values: z.array(number) });
const NdArray = z.object({
  type: z.literal('NdArray'),
  dataType: z.enum(['float', 'integer']),
  axisNames: z.tuple([z.literal('t')]),
  shape: z.tuple([z.int()]),
  values: z.array(z.nullable(number)),
});

/** A CoverageJSON PointSeries. `t` has every day, `YYYY-MM-DD`, from the first value to the last one. */
export const PointSeries = z.object({
  type: z.literal('Coverage'),
  domain: z.object({
    type: z.literal('Domain'),
    domainType: z.literal('PointSeries'),
    axes: z.object({ x: axis, y: axis, t: z.object({ values: z.array(z.string()) }) }),
    referencing: z.array(
      z.object({ coordinates: z.array(z.string()), system: z.looseObject({ type: z.string() }) }),
    ),
  }),
  parameters: z.record(z.string(), OgcParameter),
  ranges: z.record(z.string(), NdArray),
});
export type PointSeries = z.output<typeof PointSeries>;

/** The greatest number of features of one answer; a greater `limit` means this one, as the standard demands. */
export const maxLimit = 10_000;
export const defaultLimit = 100;

const text = z.optional(z.string().check(z.minLength(1, 'must not be empty')));

/** The standards demand 400 for a parameter that an operation does not have. */
function queryOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no parameter ${issue.keys?.join(', ')} here; there are ${Object.keys(shape).join(', ')}`
        : undefined,
  });
}

const format = { f: text };
const crs = {
  crs: z.optional(z.enum([crs84, 'CRS84'], `must be ${crs84}, the only one`)),
};
const datetime = {
  datetime: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => parseDayInterval(value) !== undefined,
          'must be a day (2020-04-01), an instant (2020-04-01T12:00:00Z) or an interval of two (2020-04-01/2020-09-30, 2020-04-01/.., ../2020-09-30)',
        ),
      ),
  ),
};
const selection = {
  bbox: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => parseBoundingBox(value) !== undefined,
          'must be west,south,east,north in degrees, such as -112.5,43,-111,44; or six numbers with heights',
        ),
      ),
  ),
  ...datetime,
};
const paging = {
  limit: z.optional(z.string().check(z.regex(/^0*[1-9]\d*$/, `must be a number from 1 to ${maxLimit}`))),
  offset: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'must be a number from 0'))),
};
const parameterName = { 'parameter-name': text };

/** Filters that only sites have. */
export const siteFilters = {
  type: text,
  provider: text,
  huc8: z.optional(z.string().check(z.regex(/^\d{8}$/, 'must be the eight digits of a HUC8'))),
  name: text,
};

const collection = z.object({ collectionId: z.string() });
const feature = z.extend(collection, { featureId: z.string() });
const location = z.extend(collection, { locationId: z.string() });

const open = { method: 'GET', access: 'open', varyHeaders: ['Accept'] } as const;
const document = { ...open, query: queryOf(format), errors: [406] } as const;

export const readLandingPage = defineEndpoint({
  ...document,
  summary: 'The landing page, with links to everything',
  path: '/ogc',
  response: LandingPage,
});

export const readOgcApi = defineEndpoint({
  ...document,
  summary: 'This description of the API, OpenAPI 3.0',
  path: '/ogc/api',
  response: z.looseObject({ openapi: z.string() }),
});

export const readConformance = defineEndpoint({
  ...document,
  summary: 'The conformance classes that this API implements',
  path: '/ogc/conformance',
  response: Conformance,
});

export const listCollections = defineEndpoint({
  ...document,
  summary: 'The collections: sites, HUC8s, and the daily values of each parameter',
  path: '/ogc/collections',
  response: Collections,
});

export const readCollection = defineEndpoint({
  ...open,
  summary: 'One collection',
  path: '/ogc/collections/:collectionId',
  params: collection,
  query: queryOf(format),
  response: Collection,
  errors: [404, 406],
});

export const listItems = defineEndpoint({
  ...open,
  summary: 'The features of a collection; those of a parameter are its sites',
  path: '/ogc/collections/:collectionId/items',
  params: collection,
  query: queryOf({ ...selection, ...paging, ...siteFilters, ...format }),
  response: OgcFeatures,
  errors: [404, 406],
});

export const readItem = defineEndpoint({
  ...open,
  summary: 'One feature',
  path: '/ogc/collections/:collectionId/items/:featureId',
  params: feature,
  query: queryOf(format),
  response: OgcFeature,
  errors: [404, 406],
});

export const listLocations = defineEndpoint({
  ...open,
  summary: 'The sites with values of a parameter',
  path: '/ogc/collections/:collectionId/locations',
  params: collection,
  query: queryOf({ ...selection, ...paging, ...parameterName, ...crs, ...format }),
  response: OgcFeatures,
  errors: [404, 406],
});

/**
 * Reads the daily values of one site as CoverageJSON, or as the CSV of the portal's own downloads. Without a token,
 * only values of open providers. A span without values is 204; more than 250,000 days of CoverageJSON are 413.
 */
export const readLocation = defineEndpoint({
  ...open,
  summary: 'The daily values of a parameter at one site',
  path: '/ogc/collections/:collectionId/locations/:locationId',
  params: location,
  query: queryOf({ ...datetime, ...parameterName, ...crs, ...format }),
  variesByCaller: true,
  response: z.optional(PointSeries),
  errors: [404, 406, 413],
});

/** The endpoints of OGC API – Features and EDR, which have an OpenAPI document of their own. */
export const ogcEndpoints: readonly Endpoint[] = [
  readLandingPage,
  readOgcApi,
  readConformance,
  listCollections,
  readCollection,
  listItems,
  readItem,
  listLocations,
  readLocation,
];
