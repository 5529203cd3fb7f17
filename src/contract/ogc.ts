import * as z from 'zod/mini';
import { parseBoundingBox } from '#lib/bounding-box.ts';
import { parseDayInterval } from '#lib/day-interval.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import {
  Collection,
  Collections,
  Conformance,
  crs84,
  LandingPage,
  OgcFeature,
  OgcFeatures,
  PointSeries,
} from './ogc-documents.ts';

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
  name: 'readLandingPage',
  summary: 'The landing page, with links to everything',
  path: '/ogc',
  response: LandingPage,
});

export const readOgcApi = defineEndpoint({
  ...document,
  name: 'readOgcApi',
  summary: 'This description of the API, OpenAPI 3.0',
  path: '/ogc/api',
  response: z.looseObject({ openapi: z.string() }),
});

export const readConformance = defineEndpoint({
  ...document,
  name: 'readConformance',
  summary: 'The conformance classes that this API implements',
  path: '/ogc/conformance',
  response: Conformance,
});

export const listCollections = defineEndpoint({
  ...document,
  name: 'listCollections',
  summary: 'The collections: sites, HUC8s, and the daily values of each parameter',
  path: '/ogc/collections',
  response: Collections,
});

export const readCollection = defineEndpoint({
  ...open,
  name: 'readCollection',
  summary: 'One collection',
  path: '/ogc/collections/:collectionId',
  params: collection,
  query: queryOf(format),
  response: Collection,
  errors: [404, 406],
});

export const listItems = defineEndpoint({
  ...open,
  name: 'listItems',
  summary: 'The features of a collection; those of a parameter are its sites',
  path: '/ogc/collections/:collectionId/items',
  params: collection,
  query: queryOf({ ...selection, ...paging, ...siteFilters, ...format }),
  response: OgcFeatures,
  errors: [404, 406],
});

export const readItem = defineEndpoint({
  ...open,
  name: 'readItem',
  summary: 'One feature',
  path: '/ogc/collections/:collectionId/items/:featureId',
  params: feature,
  query: queryOf(format),
  response: OgcFeature,
  errors: [404, 406],
});

export const listLocations = defineEndpoint({
  ...open,
  name: 'listLocations',
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
  name: 'readLocation',
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
