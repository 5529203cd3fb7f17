import type { Basin, BasinSite } from '#contract/basin.ts';
import { dataProviders, locationTypes, parameters } from '#domain/vocabulary.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import type { Cells } from '../copy-rows.ts';
import { addHuc10s, assignIds, insertRows, readIds } from './ids.ts';
import { siteUrl } from './site-url.ts';

/** Database ids by name; those of hydrologic units by code. */
export type LookupIds = Record<
  'types' | 'providers' | 'districts' | 'huc8s' | 'huc10s',
  ReadonlyMap<string, number>
>;

/**
 * Adds missing entries of the fixed lists and the basin's HUC8s, ground water districts and HUC10s; does not change
 * existing ones. New entries get the next free ids, in the order of the basin file.
 */
export async function writeLookupTables(transaction: StoreTransaction, basin: Basin): Promise<LookupIds> {
  await insertRows(
    transaction,
    'location_type',
    ['loc_type_ndx', 'loc_type_name'],
    locationTypes.map(numbered),
  );
  await insertRows(
    transaction,
    'data_provider',
    ['data_provider_ndx', 'data_provider_name'],
    dataProviders.map(numbered),
  );
  await insertRows(
    transaction,
    'parameter',
    ['parameter_ndx', 'parameter_name', 'units_name'],
    parameters.map(({ ndx, name, units }) => [ndx, name, units]),
  );
  const types = await readIds(transaction, 'location_type', 'loc_type_ndx', 'loc_type_name');
  const providers = await readIds(transaction, 'data_provider', 'data_provider_ndx', 'data_provider_name');
  const districts = await readIds(transaction, 'gw_district', 'gw_district_ndx', 'gw_district_name');
  await insertRows(
    transaction,
    'gw_district',
    ['gw_district_ndx', 'gw_district_name'],
    assignIds(districts, basin.ground_water_districts).map((name) => [districts.get(name) ?? 0, name]),
  );
  const huc8s = await readIds(transaction, 'huc8', 'huc8_ndx', 'huc8_code');
  const missing = new Set(
    assignIds(
      huc8s,
      basin.huc8s.map(({ code }) => code),
    ),
  );
  const names = missing.size > 0 ? await readIds(transaction, 'huc8', 'huc8_ndx', 'huc8_name') : new Map();
  await insertRows(
    transaction,
    'huc8',
    ['huc8_ndx', 'huc8_code', 'huc8_name'],
    basin.huc8s
      .filter(({ code }) => missing.has(code))
      // Names are unique in the database, but two basins may each have a Camas.
      .map(({ code, name }) => [huc8s.get(code) ?? 0, code, names.has(name) ? `${name} (${code})` : name]),
  );
  const huc10s = await addHuc10s(
    transaction,
    basin.sites.flatMap(({ huc10 }) => huc10 ?? []),
  );
  return { types, providers, districts, huc8s, huc10s };
}

const numbered = (name: string, i: number) => [i + 1, name];

/** Columns of `location` that the basin file fills, with their types, in the order of `locationCells`. */
export const locationColumns = {
  loc_id: 'text',
  loc_name: 'text',
  loc_type_ndx: 'int',
  data_provider_ndx: 'int',
  huc8_ndx: 'int',
  huc10_ndx: 'int',
  gw_district_ndx: 'int',
  latitude_dd: 'float8',
  longitude_dd: 'float8',
  elevation_ft: 'real',
  loc_url: 'text',
  reach_geometry: 'jsonb',
} as const;

/** Converts a site to a row of `location`. */
export function locationCells(site: BasinSite, ids: LookupIds): (string | number | null)[] {
  return [
    site.id.toUpperCase(),
    site.name,
    ids.types.get(site.type) ?? null,
    ids.providers.get(site.provider) ?? null,
    ids.huc8s.get(site.huc8) ?? null,
    (site.huc10 && ids.huc10s.get(site.huc10)) || null,
    (site.district && ids.districts.get(site.district)) || null,
    site.lat,
    site.lon,
    site.elevation_ft ?? null,
    siteUrl(site) ?? null,
    site.line ? JSON.stringify({ type: 'LineString', coordinates: site.line }) : null,
  ] satisfies Cells;
}
