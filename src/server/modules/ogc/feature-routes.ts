import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultLimit, listItems, listLocations, maxLimit, readItem, siteFilters } from '#contract/ogc.ts';
import { CachedBody } from '../../http/cached-body.ts';
import { isNotModified, versionTag } from '../../http/etag.ts';
import { badInput } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { StreamedBody, unchangedBody } from '../../http/streamed-body.ts';
import type { Dataset, Datasets } from './datasets.ts';
import { linksOfFeature, linksOfPage, toFeature, writeFeatures } from './features.ts';
import { chooseFormat, formatsOf, geoJsonFormat } from './formats.ts';
import { hrefOf } from './links.ts';
import { checkParameterNames, findParameterDataset } from './parameter-names.ts';
import { type Selection, selectItems } from './select-items.ts';
import { findDataset, findItem, type OgcServices } from './services.ts';

type Query = Selection & {
  readonly limit?: string | undefined;
  readonly offset?: string | undefined;
  readonly f?: string | undefined;
};

export function registerFeatureRoutes(app: FastifyInstance, services: OgcServices) {
  const { from, addresses, readDatasets } = services;
  const vary = { varyHeaders: ['Accept'] };

  registerEndpoint(
    app,
    listItems,
    async ({ params, query }, request) => {
      chooseFormat(formatsOf(listItems), { f: query.f, accept: request.headers.accept });
      const version = await readDataVersion(from);
      const datasets = await readDatasets();
      const dataset = findDataset(datasets, params.collectionId);
      const filter = Object.keys(siteFilters).find((name) => Object.hasOwn(query, name));
      if (filter !== undefined && dataset.id === 'huc8') {
        throw badInput(`query.${filter}`, `There is no parameter ${filter} here: it selects sites.`);
      }
      return sendPage(services, { datasets, dataset, version, query, request, resource: 'items' });
    },
    vary,
  );

  registerEndpoint(
    app,
    readItem,
    async ({ params, query }, { headers }) => {
      chooseFormat(formatsOf(readItem), { f: query.f, accept: headers.accept });
      const datasets = await readDatasets();
      const dataset = findDataset(datasets, params.collectionId);
      const item = findItem(dataset, params.featureId);
      const feature = toFeature(item, dataset, { datasets, addresses });
      const links = linksOfFeature(item, dataset, datasets, addresses);
      return new CachedBody(JSON.stringify({ ...feature, links }), { type: geoJsonFormat.type });
    },
    vary,
  );

  registerEndpoint(
    app,
    listLocations,
    async ({ params, query }, request) => {
      chooseFormat(formatsOf(listLocations), { f: query.f, accept: request.headers.accept });
      const version = await readDataVersion(from);
      const datasets = await readDatasets();
      const dataset = findParameterDataset(datasets, params.collectionId);
      checkParameterNames(dataset, query['parameter-name']);
      return sendPage(services, { datasets, dataset, version, query, request, resource: 'locations' });
    },
    vary,
  );
}

type PageRequest = {
  readonly datasets: Datasets;
  readonly dataset: Dataset;
  /** The version of the data that was read before the data. */
  readonly version: string;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly resource: 'items' | 'locations';
};

function sendPage(
  { addresses }: OgcServices,
  { datasets, dataset, version, query, request, resource }: PageRequest,
): StreamedBody {
  const href = (offset: number | undefined) => {
    const moved = offset === undefined ? {} : { offset: String(offset) };
    return hrefOf(addresses, ['collections', dataset.id, resource], { ...query, ...moved });
  };
  const etag = versionTag(version, href(undefined));
  if (isNotModified(request, etag)) return unchangedBody(etag, () => {});
  const usual = resource === 'items' ? defaultLimit : maxLimit;
  const page = {
    items: selectItems(dataset.items, query),
    offset: Number(query.offset ?? 0),
    limit: Math.min(maxLimit, Number(query.limit ?? usual)),
  };
  return new StreamedBody({
    type: geoJsonFormat.type,
    etag,
    chunks: () =>
      writeFeatures(page, linksOfPage(page, href), (item) =>
        toFeature(item, dataset, { datasets, addresses }),
      ),
  });
}
