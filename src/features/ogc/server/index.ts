import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, Problem } from '#contract/endpoint.ts';
import { nameOf } from '#contract/index.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { cacheComputed } from '#server/http/query-cache.ts';
import { toRouteOptions } from '#server/http/register-endpoint.ts';
import { packageInfo } from '#server/package-info.ts';
import {
  crs84,
  defaultLimit,
  listCollections,
  maxLimit,
  ogcEndpoints,
  readCollection,
  readConformance,
  readLandingPage,
  readLocation,
  readOgcApi,
} from '../contract.ts';
import { describeCollection, guideOf } from './collections.ts';
import { readDatasets } from './datasets.ts';
import { registerFeatureRoutes } from './feature-routes.ts';
import {
  type Addresses,
  csvFormat,
  formatsOf,
  hrefOf,
  jsonFormat,
  linkTo,
  openapiFormat,
} from './formats.ts';
import { registerLocationRoutes } from './location-routes.ts';
import { findDataset, type OgcServices, registerOgcEndpoint, toBody } from './services.ts';

/** Registers OGC API – Features and EDR under `/ogc`. */
export const registerRoutes: RegisterFeature = (app, { reads: from, config, valueAccess, slots }) => {
  const { portalOrigin: portal, apiOrigins } = config;
  const addresses: Addresses = { api: apiOrigins[0] ?? portal, portal };
  const services: OgcServices = {
    from,
    addresses,
    valueAccess,
    slots,
    readDatasets: cacheComputed(from, () => readDatasets(from)),
  };
  app.register(async (scope) => {
    // Pages of any site may read what is open; without an answer to a preflight, they cannot send a token.
    scope.addHook('onSend', async (_, reply) => {
      reply.header('access-control-allow-origin', '*');
    });
    registerDocuments(scope, services);
    registerFeatureRoutes(scope, services);
    registerLocationRoutes(scope, services);
  });
};

function registerDocuments(app: FastifyInstance, { from, addresses, readDatasets: read }: OgcServices) {
  const { type } = jsonFormat;
  const documents = [
    [readLandingPage, toBody(describeLandingPage(addresses))],
    [readOgcApi, toBody(describeApi(addresses), openapiFormat)],
    [readConformance, toBody({ conformsTo: conformanceClasses })],
  ] as const;
  for (const [endpoint, body] of documents) registerOgcEndpoint(app, endpoint, async () => body);

  const readCollections = cacheComputed(from, async () => {
    const collections = [...(await read()).byId.values()].map((each) => describeCollection(each, addresses));
    return toBody({ links: [linkTo('self', hrefOf(addresses, ['collections']), type)], collections });
  });
  registerOgcEndpoint(app, listCollections, () => readCollections());
  registerOgcEndpoint(app, readCollection, async ({ params }) =>
    toBody(describeCollection(findDataset(await read(), params.collectionId), addresses)),
  );
}

function describeLandingPage(addresses: Addresses) {
  const { type } = jsonFormat;
  return {
    title: 'Sites and daily values',
    description:
      'The monitoring sites of the portal, the subbasins, and the daily values of each parameter, as OGC API – Features and OGC API – Environmental Data Retrieval.',
    links: [
      linkTo('self', hrefOf(addresses, []), type, 'This document'),
      linkTo('alternate', `${addresses.portal}/map`, 'text/html', 'The map of the sites'),
      linkTo('service-desc', hrefOf(addresses, ['api']), openapiFormat.type, 'The API, OpenAPI 3.0'),
      linkTo('service-doc', guideOf(addresses), 'text/html', 'The guide'),
      linkTo('conformance', hrefOf(addresses, ['conformance']), type, 'The conformance classes'),
      linkTo('data', hrefOf(addresses, ['collections']), type, 'The collections'),
    ],
  };
}

const base = 'http://www.opengis.net/spec';

/** The conformance classes whose requirements tests/features/ogc try. */
const conformanceClasses: readonly string[] = [
  // EDR demands these two of the common parts.
  `${base}/ogcapi-common-1/1.0/conf/core`,
  `${base}/ogcapi-common-2/1.0/conf/collections`,
  `${base}/ogcapi-features-1/1.0/conf/core`,
  `${base}/ogcapi-features-1/1.0/conf/oas30`,
  `${base}/ogcapi-features-1/1.0/conf/geojson`,
  `${base}/ogcapi-edr-1/1.1/conf/core`,
  `${base}/ogcapi-edr-1/1.1/conf/collections`,
  `${base}/ogcapi-edr-1/1.1/conf/oas30`,
  `${base}/ogcapi-edr-1/1.1/conf/geojson`,
  `${base}/ogcapi-edr-1/1.1/conf/covjson`,
];

type Documented = { readonly description: string; readonly schema: object };

const string = { type: 'string' };

/** The parameters of queries and paths, as the standards define them. */
const parameters: Readonly<Record<string, Documented>> = {
  f: { description: 'The format, instead of the Accept header.', schema: string },
  bbox: {
    description:
      'Only what intersects the box west,south,east,north in degrees (WGS 84). Of six numbers, the third and the last are heights, which do not matter. West is greater than east for a box across the antimeridian.',
    schema: {
      type: 'array',
      items: { type: 'number' },
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
    },
  },
  datetime: {
    description:
      'Only what has a time in common with a day, an instant or an interval of two, such as 2020-04-01/2020-09-30 or 2020-04-01/.. (RFC 3339).',
    schema: string,
  },
  limit: {
    description: `The greatest number of features; more than ${maxLimit} means ${maxLimit}. All locations are listed by default.`,
    schema: { type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit },
  },
  offset: {
    description: 'How many of the features to pass over. Follow the link "next" instead of counting.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  type: { description: 'Only sites of this type, such as Stream Gage. Sites only.', schema: string },
  provider: { description: 'Only sites of this data provider, such as USGS. Sites only.', schema: string },
  huc8: { description: 'Only sites in this HUC8, eight digits. Sites only.', schema: string },
  name: { description: 'Only sites with this text in their name. Sites only.', schema: string },
  crs: {
    description: 'The coordinate reference system of the answer; there is one.',
    schema: { type: 'string', enum: [crs84, 'CRS84'], default: crs84 },
  },
  'parameter-name': {
    description: 'Only these parameters of the collection, separated by commas.',
    schema: { type: 'array', items: string, minItems: 1 },
  },
  collectionId: { description: 'The id of a collection', schema: string },
  featureId: {
    description: 'The id of a feature: of a site that of its agency, of a HUC8 its code',
    schema: string,
  },
  locationId: { description: 'The id of a site, as the locations have it', schema: string },
};

/** Describes the API as OpenAPI 3.0: exactly the endpoints of the contract. */
function describeApi(addresses: Addresses): object {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Sites and daily values: OGC API – Features and EDR',
      version: packageInfo.version,
      description:
        'Sites and HUC8s are open. Values are open if their provider’s are, otherwise with a bearer token. Errors are problem details (RFC 9457).',
      license: { name: packageInfo.license },
    },
    servers: [{ url: hrefOf(addresses, []) }],
    paths: Object.fromEntries(
      ogcEndpoints.map((endpoint) => [toPathTemplate(endpoint), { get: describeOperation(endpoint) }]),
    ),
    components: {
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, each]) => [name, describeParameter(name, each)]),
      ),
      schemas: { Problem: toSchema(Problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function toPathTemplate({ path }: Endpoint): string {
  return path.replace(/^\/ogc/, '').replace(/:(\w+)/g, '{$1}') || '/';
}

function describeOperation(endpoint: Endpoint) {
  const { summary, path, query, response } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, each = '']) => each);
  const inQuery = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
  const schema = toSchema(response);
  const content = formatsOf(endpoint).map((format) => [
    format.type,
    { schema: format === csvFormat ? string : schema },
  ]);
  const problems = Object.entries<{ description: string }>(toRouteOptions(endpoint).schema.response).filter(
    ([status]) => status !== '200',
  );
  return {
    operationId: nameOf(endpoint),
    summary,
    parameters: [...inPath, ...inQuery].map((each) => ({ $ref: `#/components/parameters/${each}` })),
    ...(endpoint === readLocation && { security: [{}, { bearer: [] }] }),
    responses: {
      200: { description: 'The data', content: Object.fromEntries(content) },
      ...(endpoint === readLocation && { 204: { description: 'No values in this time' } }),
      ...Object.fromEntries(
        problems.map(([status, { description }]) => [
          status,
          {
            description,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

function describeParameter(name: string, { description, schema }: Documented) {
  const isInPath = name.endsWith('Id');
  return {
    name,
    in: isInPath ? 'path' : 'query',
    required: isInPath,
    description,
    schema,
    ...(!isInPath && { style: 'form', explode: false }),
  };
}

function toSchema(schema: z.ZodMiniType): object {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' });
}
