import type { Area } from '#lib/geometry/shapes.ts';
import { toSlug } from '#lib/slug.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { DayInterval } from '../rules/day-interval.ts';
import {
  type AreaRow,
  type OgcSiteRow,
  type ParameterRow,
  readAreas,
  readParameters,
  readSites,
} from './queries.ts';

type Geometry = Area | { readonly type: 'Point'; readonly coordinates: readonly [number, number] };

/** A site or an area; `period` is from the first to the last day with a value, missing without values. */
export type Item = {
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly period?: Required<DayInterval> | undefined;
  readonly site?: OgcSiteRow;
  readonly area?: AreaRow;
};

/** What one collection of the API holds; those of a parameter hold its values, too. */
export type Dataset = {
  readonly id: string;
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  readonly parameter?: ParameterRow;
};

export type Datasets = {
  readonly byId: ReadonlyMap<string, Dataset>;
  /** The ids of parameters, by number. */
  readonly idOfParameter: ReadonlyMap<number, string>;
};

/** The parameter of each collection that says whether a value is approved. */
export const qualityName = 'quality';

const reservedIds = ['sites', 'huc8', qualityName];

/** Reads what all collections hold. A parameter without values at a site of the map has no collection. */
export async function readDatasets(from: Queryable): Promise<Datasets> {
  const [sites, areas, parameters] = [
    await readSites(from),
    await readAreas(from),
    await readParameters(from),
  ];
  const idOfParameter = nameParameters(parameters);
  const all: Dataset[] = [
    toDataset('sites', sites.map(toSiteItem)),
    toDataset(
      'huc8',
      areas.map((area) => ({ id: area.huc8_code, geometry: area.geometry, area })),
    ),
  ];
  for (const parameter of parameters) {
    const items = sites.flatMap((site) => {
      const record = site.records.find((each) => each.parameter_ndx === parameter.parameter_ndx);
      return record ? [{ ...toSiteItem(site), period: { first: record.first, last: record.last } }] : [];
    });
    if (items.length === 0) continue;
    all.push({ ...toDataset(idOfParameter.get(parameter.parameter_ndx) ?? '', items), parameter });
  }
  return { byId: new Map(all.map((each) => [each.id, each])), idOfParameter };
}

/** Names each parameter for addresses; one whose name gives nothing, or what another one has, gets its number. */
export function nameParameters(parameters: readonly ParameterRow[]): ReadonlyMap<number, string> {
  const taken = new Set(reservedIds);
  return new Map(
    parameters.map(({ parameter_ndx, parameter_name }) => {
      const slug = toSlug(parameter_name.trim());
      const id = slug === '' || taken.has(slug) ? `${slug || 'parameter'}-${parameter_ndx}` : slug;
      taken.add(id);
      return [parameter_ndx, id];
    }),
  );
}

function toDataset(id: string, items: readonly Item[]): Dataset {
  return { id, items, byId: new Map(items.map((item) => [item.id, item])) };
}

function toSiteItem(site: OgcSiteRow): Item {
  return {
    id: site.loc_id,
    geometry: { type: 'Point', coordinates: [site.longitude_dd, site.latitude_dd] },
    period: periodOf(site.records),
    site,
  };
}

/** The first and the last day of periods; undefined without any. */
export function periodOf(periods: readonly Required<DayInterval>[]): Required<DayInterval> | undefined {
  const days = periods.flatMap(({ first, last }) => [first, last]).sort();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}
