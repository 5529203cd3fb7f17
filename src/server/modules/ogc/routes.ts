import type { FastifyInstance } from 'fastify';
import {
  listCollections,
  readCollection,
  readConformance,
  readLandingPage,
  readOgcApi,
} from '#contract/ogc.ts';
import type { ValueAccess } from '../../access/value-access.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/queryable.ts';
import type { DownloadSlots } from '../../http/download-slots.ts';
import { cacheComputed } from '../../http/query-cache.ts';
import { describeCollection, guideOf } from './collections.ts';
import { readDatasets } from './datasets.ts';
import { registerFeatureRoutes } from './feature-routes.ts';
import { type Addresses, hrefOf, jsonFormat, linkTo, openapiFormat } from './formats.ts';
import { registerLocationRoutes } from './location-routes.ts';
import { describeApi } from './openapi.ts';
import { findDataset, type OgcServices, registerOgcEndpoint, toBody } from './services.ts';

type Options = {
  readonly config: Pick<Config, 'portalOrigin' | 'apiOrigins'>;
  readonly valueAccess: ValueAccess;
  readonly slots: DownloadSlots;
};

/** Registers OGC API – Features and EDR under `/ogc`. */
export function registerOgcRoutes(
  app: FastifyInstance,
  from: Queryable,
  { config, valueAccess, slots }: Options,
) {
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
}

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

/** The conformance classes whose requirements tests/api/ogc-features.test.ts and ogc-edr.test.ts try. */
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
