import type { FastifyInstance, FastifyRequest } from 'fastify';
import { delivererOf } from '#domain/deliverer.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { fold } from '#lib/clean-line.ts';
import { boxContains, parseBoundingBox } from '#lib/geometry/coordinates.ts';
import { areaIntersectsBox } from '#lib/geometry/shapes.ts';
import { isKnownTag, versionTag } from '#server/http/etag.ts';
import { badInput } from '#server/http/problems.ts';
import { readDataVersion } from '#server/http/query-cache.ts';
import { StreamedBody, unchangedBody } from '#server/http/streamed-body.ts';
import { spend, weights } from '#server/limits/request-budget.ts';
import {
  defaultLimit,
  type Link,
  listItems,
  listLocations,
  maxLimit,
  type OgcFeature,
  readItem,
  siteFilters,
} from '../contract.ts';
import { daysIntersect, parseDayInterval } from '../rules/day-interval.ts';
import { type Dataset, type Datasets, type Item, qualityName } from './datasets.ts';
import { type Addresses, geoJsonFormat, hrefOf, linkTo } from './formats.ts';
import type { OgcSiteRow } from './queries.ts';
import {
  checkParameterNames,
  findDataset,
  findItem,
  findParameterDataset,
  type OgcServices,
  registerOgcEndpoint,
  toBody,
} from './services.ts';

type Query = Selection & {
  readonly limit?: string | undefined;
  readonly offset?: string | undefined;
  readonly f?: string | undefined;
};

export function registerFeatureRoutes(app: FastifyInstance, services: OgcServices) {
  const { from, addresses, readDatasets } = services;

  registerOgcEndpoint(app, listItems, async ({ params, query }, { request }) => {
    const version = await readDataVersion(from);
    const datasets = await readDatasets();
    const dataset = findDataset(datasets, params.collectionId);
    const filter = Object.keys(siteFilters).find((name) => Object.hasOwn(query, name));
    if (filter !== undefined && dataset.id === 'huc8') {
      throw badInput(`query.${filter}`, `There is no parameter ${filter} here: it selects sites.`);
    }
    return sendPage(services, { datasets, dataset, version, query, request, resource: 'items' });
  });

  registerOgcEndpoint(app, readItem, async ({ params }, { format }) => {
    const datasets = await readDatasets();
    const dataset = findDataset(datasets, params.collectionId);
    const item = findItem(dataset, params.featureId);
    const feature = toFeature(item, dataset, { datasets, addresses });
    const links = linksOfFeature(item, dataset, datasets, addresses);
    return toBody({ ...feature, links }, format);
  });

  registerOgcEndpoint(app, listLocations, async ({ params, query }, { request }) => {
    const version = await readDataVersion(from);
    const datasets = await readDatasets();
    const dataset = findParameterDataset(datasets, params.collectionId);
    checkParameterNames(dataset, query['parameter-name']);
    return sendPage(services, { datasets, dataset, version, query, request, resource: 'locations' });
  });
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
  if (isKnownTag(request, etag)) return unchangedBody(etag);
  const usual = resource === 'items' ? defaultLimit : maxLimit;
  const page = {
    items: selectItems(dataset.items, query),
    offset: Number(query.offset ?? 0),
    limit: Math.min(maxLimit, Number(query.limit ?? usual)),
  };
  spend(weights.rows(Math.min(page.limit, page.items.length)));
  return new StreamedBody({
    type: geoJsonFormat.type,
    etag,
    chunks: () =>
      writeFeatures(page, linksOfPage(page, href), (item) =>
        toFeature(item, dataset, { datasets, addresses }),
      ),
  });
}

/** The selecting parameters of a request, which the contract has checked. */
type Selection = {
  readonly bbox?: string | undefined;
  readonly datetime?: string | undefined;
  readonly type?: string | undefined;
  readonly provider?: string | undefined;
  readonly huc8?: string | undefined;
  readonly name?: string | undefined;
};

/**
 * Selects items. What has no geometry is in every box, and what has no values is in every time, as the standard
 * demands. A name matches in part, the other texts as a whole, in any case.
 */
function selectItems(items: readonly Item[], selection: Selection): readonly Item[] {
  const boxes = selection.bbox === undefined ? undefined : parseBoundingBox(selection.bbox);
  const days = selection.datetime === undefined ? undefined : parseDayInterval(selection.datetime);
  const { type, provider, huc8, name } = selection;
  return items.filter(
    ({ geometry, period, site }) =>
      (!boxes ||
        !geometry ||
        boxes.some((box) =>
          geometry.type === 'Point'
            ? boxContains(box, ...geometry.coordinates)
            : areaIntersectsBox(geometry, box),
        )) &&
      (!days || !period || daysIntersect(days, period)) &&
      isSame(type, site?.loc_type_name) &&
      isSame(provider, site?.data_provider) &&
      isSame(huc8, site?.huc8_code) &&
      (name === undefined || fold(site?.loc_name ?? '').includes(fold(name))),
  );
}

function isSame(wanted: string | undefined, value: string | null | undefined): boolean {
  return wanted === undefined || (typeof value === 'string' && fold(value) === fold(wanted));
}

/** Writes an item as GeoJSON. Sites of a parameter's collection have the properties of EDR GeoJSON. */
function toFeature(
  { id, geometry, period, site, area }: Item,
  { parameter, id: collection }: Dataset,
  { datasets, addresses }: { datasets: Datasets; addresses: Addresses },
): OgcFeature {
  const deliveredBy = ({ source }: OgcSiteRow['records'][number]) =>
    delivererOf({ source, provider: site?.data_provider ?? '' });
  const own = site?.records.find((record) => record.parameter_ndx === parameter?.parameter_ndx);
  const properties = site
    ? {
        ...(parameter &&
          period && {
            label: site.loc_name,
            datetime: `${period.first}/${period.last}`,
            'parameter-name': [collection, qualityName],
            edrqueryendpoint: hrefOf(addresses, ['collections', collection, 'locations', id]),
          }),
        ...(own && { delivered_by: deliveredBy(own) }),
        name: site.loc_name,
        type: site.loc_type_name,
        provider: site.data_provider,
        huc8: site.huc8_code,
        huc8_name: site.huc8_name,
        elevation_ft: site.elevation_ft,
        url: site.loc_url,
        first_day: period?.first ?? null,
        last_day: period?.last ?? null,
        parameters: site.records.map((record) => datasets.idOfParameter.get(record.parameter_ndx)),
        // In the order of the parameters.
        sources: site.records.map(deliveredBy),
      }
    : { huc8: id, name: area?.huc8_name, boundary: area?.source };
  return { type: 'Feature', id, geometry, properties };
}

function linksOfFeature(item: Item, dataset: Dataset, datasets: Datasets, addresses: Addresses): Link[] {
  const { type } = geoJsonFormat;
  const collection = ['collections', dataset.id];
  return [
    linkTo('self', hrefOf(addresses, [...collection, 'items', item.id]), type),
    linkTo('collection', hrefOf(addresses, collection), 'application/json'),
    ...(item.site
      ? [
          linkTo(
            'related',
            addresses.portal + pathOfSite(item.site.loc_ndx),
            'text/html',
            'The page of the site',
          ),
          ...item.site.records.map(({ parameter_ndx }) => {
            const id = datasets.idOfParameter.get(parameter_ndx) ?? '';
            const href = hrefOf(addresses, ['collections', id, 'locations', item.id]);
            return linkTo('data', href, 'application/prs.coverage+json', `Daily values: ${id}`);
          }),
        ]
      : []),
  ];
}

type Page = {
  readonly items: readonly Item[];
  readonly offset: number;
  readonly limit: number;
};

/** The links to the same features, to the next ones and to those before. */
function linksOfPage({ items, offset, limit }: Page, href: (offset: number | undefined) => string): Link[] {
  const { type } = geoJsonFormat;
  return [
    linkTo('self', href(undefined), type),
    ...(offset + limit < items.length ? [linkTo('next', href(offset + limit), type)] : []),
    ...(offset > 0 ? [linkTo('prev', href(Math.max(0, Math.min(offset, items.length) - limit)), type)] : []),
  ];
}

const featuresPerPart = 500;

/** Writes a feature collection in parts, so that 10,000 features do not hold up other requests. */
async function* writeFeatures(
  { items, offset, limit }: Page,
  links: readonly Link[],
  write: (item: Item) => OgcFeature,
) {
  const page = items.slice(offset, offset + limit);
  const head = JSON.stringify({
    type: 'FeatureCollection',
    timeStamp: `${new Date().toISOString().slice(0, 19)}Z`,
    numberMatched: items.length,
    numberReturned: page.length,
    links,
  });
  yield `${head.slice(0, -1)},"features":[`;
  for (let at = 0; at < page.length; at += featuresPerPart) {
    const part = page.slice(at, at + featuresPerPart).map((item) => JSON.stringify(write(item)));
    yield (at > 0 ? ',' : '') + part.join(',');
  }
  yield ']}';
}
