import { type SQLWrapper, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin, BasinSite } from '#contract/basin/basin.ts';
import { locationTypesOf, parametersOf, providersOf } from '#contract/basin/basin-vocabulary.ts';
import type { DataProvider } from '#domain/agencies.ts';
import type { Parameter } from '#domain/vocabulary.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import type { Cells } from '../engine/copy-rows.ts';
import { SourceRefused } from '../source.ts';

/** The tables of names, each with its ids and what an entry is found by; hydrologic units have a name apart from their code. */
const lookupTables = {
  types: { table: 'location_type', id: 'loc_type_ndx', key: 'loc_type_name' },
  providers: { table: 'data_provider', id: 'data_provider_ndx', key: 'data_provider_name' },
  districts: { table: 'gw_district', id: 'gw_district_ndx', key: 'gw_district_name' },
  huc8s: { table: 'huc8', id: 'huc8_ndx', key: 'huc8_code', name: 'huc8_name' },
  huc10s: { table: 'huc10', id: 'huc10_ndx', key: 'huc10_code', name: 'huc10_name' },
} as const;
type LookupTable = keyof typeof lookupTables;

/** Database ids by name; those of hydrologic units by code. `dataProviders` are those of the basin. */
export type LookupIds = Record<LookupTable, ReadonlyMap<string, number>> & {
  readonly dataProviders: readonly DataProvider[];
};

/**
 * Adds missing entries of the fixed lists, and of the basin's own types and parameters, HUC8s, ground water districts and HUC10s; does not change
 * existing ones. New entries get the next free ids, in the order of the basin file.
 */
export async function writeLookupTables(transaction: StoreTransaction, basin: Basin): Promise<LookupIds> {
  const types = new Map(locationTypesOf(basin).map(({ ndx, name }) => [name, ndx]));
  await addParameters(transaction, parametersOf(basin));
  const units = new Map(basin.huc8s.map(({ code, name }) => [code, name]));
  const taken = new Set((await readIds(transaction, 'huc8', 'huc8_ndx', 'huc8_name')).keys());
  const dataProviders = providersOf(basin);
  const providers = new Map(dataProviders.map(({ ndx, name }) => [name, ndx]));
  return {
    dataProviders,
    types: await addEntries(transaction, 'types', [...types.keys()], { idOf: (name) => types.get(name) }),
    providers: await addEntries(transaction, 'providers', [...providers.keys()], {
      idOf: (name) => providers.get(name),
    }),
    districts: await addEntries(transaction, 'districts', basin.ground_water_districts),
    huc8s: await addEntries(transaction, 'huc8s', [...units.keys()], {
      nameOf: (code) => {
        const name = units.get(code) ?? '';
        // Names are unique in the database, but two basins may each have a Camas.
        return taken.has(name) ? `${name} (${code})` : name;
      },
    }),
    huc10s: await addHuc10s(
      transaction,
      basin.sites.flatMap(({ huc10 }) => huc10 ?? []),
    ),
  };
}

/** Adds missing HUC10s, called `Watershed 1704010409` until an import brings the names. Returns the ids of all by code. */
export function addHuc10s(
  transaction: StoreTransaction,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return addEntries(transaction, 'huc10s', [...new Set(codes)].sort(), {
    // The last digits of the code, so that adding a unit does not change the ids of others.
    idOf: (code) => Number(code.slice(4)),
    nameOf: (code) => `Watershed ${code}`,
  });
}

type EntryOptions = {
  /** The id that an entry gets if it is free; the next one by default. */
  readonly idOf?: (key: string) => number | undefined;
  readonly nameOf?: (key: string) => string;
};

/** Adds the entries that a table lacks. Returns the ids of all. */
async function addEntries(
  transaction: StoreTransaction,
  lookup: LookupTable,
  keys: readonly string[],
  { idOf = () => undefined, nameOf }: EntryOptions = {},
): Promise<ReadonlyMap<string, number>> {
  const { table, id, key, ...more } = lookupTables[lookup];
  const ids = await readIds(transaction, table, id, key);
  const taken = new Set(ids.values());
  const missing = keys.filter((each) => !ids.has(each));
  for (const each of missing) {
    const preferred = idOf(each);
    const next = preferred === undefined || taken.has(preferred) ? Math.max(0, ...taken) + 1 : preferred;
    taken.add(next);
    ids.set(each, next);
  }
  const rows = missing.map((each) => [ids.get(each) ?? 0, each, ...(nameOf ? [nameOf(each)] : [])]);
  await insertRows(transaction, table, [id, key, ...Object.values(more)], rows);
  return ids;
}

/**
 * Adds missing parameters.
 * @throws SourceRefused if the database has another one under an id: values would change their meaning
 */
async function addParameters(transaction: StoreTransaction, wanted: readonly Parameter[]): Promise<void> {
  await insertRows(
    transaction,
    'parameter',
    ['parameter_ndx', 'parameter_name', 'units_name'],
    wanted.map(({ ndx, name, units }) => [ndx, name, units]),
  );
  const stored = await transaction.query(
    sql`SELECT parameter_ndx AS ndx, parameter_name AS name, units_name AS units FROM parameter`,
    z.object({ ndx: z.int(), name: z.string(), units: z.string() }),
  );
  const storedById = new Map(stored.map((each) => [each.ndx, each]));
  for (const { ndx, name, units } of wanted) {
    const found = storedById.get(ndx);
    if (found?.name === name && found.units === units) continue;
    const [here, there] = [describeParameter({ name, units }), found ? describeParameter(found) : 'nothing'];
    throw new SourceRefused(
      `Parameter ${ndx} is ${here} in the basin file and ${there} in the database. Add new parameters at the end of the list, and do not rename others.`,
    );
  }
}

const describeParameter = ({ name, units }: { readonly name: string; readonly units: string }) =>
  `"${name}" (${units})`;

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
    siteUrl(site, ids.dataProviders) ?? null,
    site.line ? JSON.stringify({ type: 'LineString', coordinates: site.line }) : null,
  ] satisfies Cells;
}

/** Finds the public page of a site: the basin file's `url`, or else the provider's page. */
export function siteUrl(
  { id, provider, url }: BasinSite,
  providers: readonly DataProvider[],
): string | undefined {
  return url ?? providers.find(({ name }) => name === provider)?.pageOf?.(id);
}

/** Reads a table's ids by name or by code. */
async function readIds(transaction: StoreTransaction, table: string, id: string, name: string) {
  const rows = await transaction.query(
    sql`SELECT ${sql.identifier(id)} AS id, ${sql.identifier(name)}::text AS name FROM ${sql.identifier(table)}`,
    z.object({ id: z.int(), name: z.string() }),
  );
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Joins parts of a statement with commas. */
export const joinSql = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);

/** Inserts rows and skips those that exist. */
async function insertRows(
  transaction: StoreTransaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) {
  if (rows.length === 0) return;
  const values = rows.map((row) => sql`(${joinSql(row.map((cell) => sql`${cell}`))})`);
  await transaction.query(
    sql`INSERT INTO ${sql.identifier(table)} (${joinSql(columns.map((name) => sql.identifier(name)))})
     VALUES ${joinSql(values)} ON CONFLICT DO NOTHING`,
  );
}
