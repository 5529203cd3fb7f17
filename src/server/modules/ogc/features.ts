import type { Link, OgcFeature } from '#contract/ogc-documents.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { type Dataset, type Datasets, type Item, qualityName } from './datasets.ts';
import { geoJsonFormat } from './formats.ts';
import { type Addresses, hrefOf, linkTo } from './links.ts';

/** Writes an item as GeoJSON. Sites of a parameter's collection have the properties of EDR GeoJSON. */
export function toFeature(
  { id, geometry, period, site, area }: Item,
  { parameter, id: collection }: Dataset,
  { datasets, addresses }: { datasets: Datasets; addresses: Addresses },
): OgcFeature {
  const properties = site
    ? {
        ...(parameter &&
          period && {
            label: site.loc_name,
            datetime: `${period.first}/${period.last}`,
            'parameter-name': [collection, qualityName],
            edrqueryendpoint: hrefOf(addresses, ['collections', collection, 'locations', id]),
          }),
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
        synthetic_parameters: site.records
          .filter((record) => record.is_demonstration)
          .map((record) => datasets.idOfParameter.get(record.parameter_ndx)),
      }
    : { huc8: id, name: area?.huc8_name, boundary: area?.source };
  return { type: 'Feature', id, geometry, properties };
}

export function linksOfFeature(
  item: Item,
  dataset: Dataset,
  datasets: Datasets,
  addresses: Addresses,
): Link[] {
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

export type Page = {
  readonly items: readonly Item[];
  readonly offset: number;
  readonly limit: number;
};

/** The links to the same features, to the next ones and to those before. */
export function linksOfPage(
  { items, offset, limit }: Page,
  href: (offset: number | undefined) => string,
): Link[] {
  const { type } = geoJsonFormat;
  return [
    linkTo('self', href(undefined), type),
    ...(offset + limit < items.length ? [linkTo('next', href(offset + limit), type)] : []),
    ...(offset > 0 ? [linkTo('prev', href(Math.max(0, Math.min(offset, items.length) - limit)), type)] : []),
  ];
}

const featuresPerPart = 500;

/** Writes a feature collection in parts, so that 10,000 features do not hold up other requests. */
export async function* writeFeatures(
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
