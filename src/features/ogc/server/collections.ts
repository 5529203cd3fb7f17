import { basinTimeZone, startOfDayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { boxAround } from '#lib/geometry/coordinates.ts';
import type { Area } from '#lib/geometry/shapes.ts';
import { type Collection, crs84, gregorian, type OgcParameter } from '../contract.ts';
import { type Dataset, type Item, periodOf, qualityName } from './datasets.ts';
import { type Addresses, coverageFormat, csvFormat, geoJsonFormat, hrefOf, linkTo } from './formats.ts';
import type { ParameterRow } from './queries.ts';

/** Symbols of the Unified Code for Units of Measure (UCUM 2.1); an acre-foot has two that differ in the survey foot. */
const symbols: Readonly<Record<string, string>> = {
  cfs: '[cft_i]/s',
  in: '[in_i]',
  ft: '[ft_i]',
  '°F': '[degF]',
  '°C': 'Cel',
  hours: 'h',
};

/** The UCUM symbol of a unit; undefined where it is not certain which is meant. */
export function unitSymbol(units: string): string | undefined {
  return Object.hasOwn(symbols, units) ? symbols[units] : undefined;
}

const ucum = 'http://www.opengis.net/def/uom/UCUM/';

/** WGS 84, for clients that read no names of coordinate reference systems. */
const crs84Wkt =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["OGC","CRS84"]]';

const crsDetails = [{ crs: crs84, wkt: crs84Wkt }];

/** What the numbers of the range `quality` mean. */
export const qualityCodes = { approved: 1, provisional: 2, omitted: 3 } as const;

const qualityLabels: Readonly<Record<keyof typeof qualityCodes, string>> = {
  approved: 'Approved',
  provisional: 'Provisional, subject to revision',
  omitted: 'Fails a quality rule, and is left out of the values',
};

/** The parameters of a collection: the values, of which `description` says more, and whether they are approved. */
export function parametersOf(
  id: string,
  parameter: ParameterRow,
  addresses: Addresses,
  description?: string,
): Record<string, OgcParameter> {
  const { parameter_name, units_name } = parameter;
  const symbol = unitSymbol(units_name);
  const values: OgcParameter = {
    type: 'Parameter',
    ...(description !== undefined && { description: { en: description } }),
    observedProperty: { id: hrefOf(addresses, ['collections', id]), label: { en: parameter_name } },
    unit: {
      label: { en: units_name },
      ...(symbol !== undefined && { symbol: { value: symbol, type: ucum } }),
    },
  };
  const guide = guideOf(addresses);
  const names = Object.keys(qualityCodes) as (keyof typeof qualityCodes)[];
  const quality: OgcParameter = {
    type: 'Parameter',
    observedProperty: {
      id: `${guide}#quality`,
      label: { en: 'Quality' },
      categories: names.map((name) => ({ id: `${guide}#${name}`, label: { en: qualityLabels[name] } })),
    },
    categoryEncoding: Object.fromEntries(names.map((name) => [`${guide}#${name}`, qualityCodes[name]])),
  };
  return { [id]: values, [qualityName]: quality };
}

/** The page of the guide about this API. */
export function guideOf({ portal }: Addresses): string {
  return `${portal}/documentation/guide/ogc-api`;
}

/** Describes a collection for clients of OGC API – Features and of EDR. */
export function describeCollection(dataset: Dataset, addresses: Addresses): Collection {
  const { id, items, parameter } = dataset;
  const path = ['collections', id];
  const itemsHref = hrefOf(addresses, [...path, 'items']);
  const locationsHref = hrefOf(addresses, [...path, 'locations']);
  const geoJson = geoJsonFormat.type;
  const dataFormats = [coverageFormat.names[0], csvFormat.names[0]];
  return {
    id,
    ...textsOf(dataset),
    links: [
      linkTo('self', hrefOf(addresses, path), 'application/json'),
      linkTo('items', itemsHref, geoJson, 'The features'),
      linkTo('data', parameter ? locationsHref : itemsHref, geoJson, 'The data'),
      linkTo('describedby', guideOf(addresses), 'text/html', 'The guide'),
    ],
    itemType: 'feature',
    extent: extentOf(items),
    crs: [crs84],
    output_formats: parameter ? [...dataFormats, geoJsonFormat.names[0]] : [geoJsonFormat.names[0]],
    parameter_names: parameter ? parametersOf(id, parameter, addresses) : {},
    data_queries: {
      ...(parameter && {
        locations: {
          link: {
            ...linkTo('data', locationsHref, geoJson),
            variables: {
              title: 'Daily values at a site',
              query_type: 'locations',
              output_formats: dataFormats,
              default_output_format: dataFormats[0],
              crs_details: crsDetails,
            },
          },
        },
      }),
      items: {
        link: {
          ...linkTo('items', itemsHref, geoJson),
          variables: {
            title: 'Features',
            query_type: 'items',
            output_formats: [geoJsonFormat.names[0]],
            default_output_format: geoJsonFormat.names[0],
            crs_details: crsDetails,
          },
        },
      },
    },
  };
}

function textsOf({ id, parameter }: Dataset): Pick<Collection, 'title' | 'description' | 'keywords'> {
  if (parameter) {
    const { parameter_name, units_name } = parameter;
    return {
      title: parameter_name,
      description: `${parameter_name}: daily values in ${units_name}, and the sites that have them. Days are those of ${basinTimeZone()}.`,
      keywords: [parameter_name, 'daily values', 'water'],
    };
  }
  return id === 'sites'
    ? {
        title: 'Sites',
        description:
          'The monitoring sites of the public map, with the period of record of their daily values.',
        keywords: ['monitoring sites', 'water'],
      }
    : {
        title: 'HUC8s',
        description:
          'The subbasins (eight-digit hydrologic units), with whose boundary it is and how accurate.',
        keywords: ['HUC8', 'subbasins', 'hydrologic units'],
      };
}

function extentOf(items: readonly Item[]): Collection['extent'] {
  const box = boxAround(positionsOf(items)) ?? { west: -180, south: -90, east: 180, north: 90 };
  const period = periodOf(items.flatMap((item) => item.period ?? []));
  return {
    spatial: { bbox: [[box.west, box.south, box.east, box.north]], crs: crs84 },
    ...(period && {
      temporal: { interval: [[startOfDayInBasin(period.first), endOfDay(period.last)]], trs: gregorian },
    }),
  };
}

function endOfDay(day: string): string {
  const next = Date.parse(startOfDayInBasin(addDays(day, 1)));
  return `${new Date(next - 1000).toISOString().slice(0, 19)}Z`;
}

function* positionsOf(items: readonly Item[]): Generator<readonly number[]> {
  for (const { geometry } of items) {
    if (geometry?.type === 'Point') yield geometry.coordinates;
    else if (geometry) yield* polygonsOf(geometry).flat(2);
  }
}

function polygonsOf(area: Area) {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}
