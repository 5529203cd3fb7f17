import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinSite } from '#contract/basin/basin.ts';
import { importAuthor } from '#domain/records/versions.ts';
import { intArraySql } from '#server/db/queryable.ts';
import type { Queryable, StoreTransaction } from '#server/db/store.ts';
import { copyRows } from '../engine/copy-rows.ts';
import { addHuc10s, joinSql, type LookupIds, locationCells, locationColumns } from './write-lookup-tables.ts';

/**
 * Returns the id of a site's location, and adds it if it is missing. Updates an existing location to the basin file,
 * unless somebody has edited its content record: from then on, people maintain it under Content.
 */
export async function findOrAddLocation(
  transaction: StoreTransaction,
  lookupIds: LookupIds,
  site: BasinSite,
): Promise<number> {
  const [existing] = await find(transaction, site);
  if (existing && !existing.is_unedited) return existing.loc_ndx;
  const cells = locationCells(site, lookupIds);
  if (existing) {
    await deleteStaleRecords(transaction, await transaction.query(updateSql(cells), LocationKey));
    return existing.loc_ndx;
  }
  await copyRows(transaction, 'location', Object.keys(locationColumns), [cells]);
  const [added] = await find(transaction, site);
  if (!added) throw new Error(`The location ${site.id} was not written.`);
  return added.loc_ndx;
}

/** Finds the id of a site's location, which may be missing. */
export async function findLocation(
  transaction: StoreTransaction,
  site: BasinSite,
): Promise<number | undefined> {
  return (await find(transaction, site))[0]?.loc_ndx;
}

function find(transaction: StoreTransaction, site: BasinSite) {
  return transaction.query(
    sql`SELECT loc_ndx, ${isUneditedSql} AS is_unedited FROM location l WHERE loc_id = ${site.id.toUpperCase()}`,
    z.object({ loc_ndx: z.int(), is_unedited: z.boolean() }),
  );
}

/** Importers fill these in if the basin file leaves them out, so an update must not clear them. */
const foundByImporters = ['huc10_ndx', 'elevation_ft'];

/** Updates only what differs: every written row invalidates the portal's cached responses. */
function updateSql(cells: ReturnType<typeof locationCells>): SQL {
  const types = Object.entries(locationColumns);
  const columns = joinSql(types.map(([name]) => sql.identifier(name)));
  const values = joinSql(
    types.map(([name, type], at) => {
      const cell = cells[at] ?? null;
      const value = sql`${cell === null ? null : String(cell)}::text::${sql.raw(type)}`;
      return foundByImporters.includes(name) ? sql`coalesce(${value}, ${sql.identifier(name)})` : value;
    }),
  );
  return sql`UPDATE location SET (${columns}) = ROW(${values})
    WHERE loc_id = ${cells[0] ?? null} AND (${columns}) IS DISTINCT FROM (${values}) RETURNING loc_ndx`;
}

/**
 * Fills in the elevation (feet) and HUC10 of a site's location where they are missing. Does not change a location whose
 * content record somebody has edited, and does not create one.
 */
export async function completeLocation(
  transaction: StoreTransaction,
  site: BasinSite,
  { elevationFt, huc10 }: { elevationFt: number | undefined; huc10: string | undefined },
): Promise<void> {
  const ids = await addHuc10s(transaction, huc10 === undefined ? [] : [huc10]);
  const elevation = sql`${elevationFt ?? null}::real`;
  const huc10Ndx = sql`${ids.get(huc10 ?? '') ?? null}::int`;
  const changed = await transaction.query(
    sql`update location l set elevation_ft = coalesce(elevation_ft, ${elevation}),
       huc10_ndx = coalesce(huc10_ndx, ${huc10Ndx})
     where loc_id = ${site.id.toUpperCase()} and ${isUneditedSql}
       and ((elevation_ft is null and ${elevation} is not null) or (huc10_ndx is null and ${huc10Ndx} is not null))
     returning loc_ndx`,
    LocationKey,
  );
  await deleteStaleRecords(transaction, changed);
}

const LocationKey = z.object({ loc_ndx: z.int() });

/** Condition for a location `l`: it has no content record, or one that nobody has edited. */
export const isUneditedSql = sql`not exists (
  select from location_record r where r.id = l.record_id and (r.updated_by <> ${importAuthor}
    or exists (select from location_record v where v.parent_id = r.id)))`;

/**
 * Deletes the content records of unedited locations whose facts have changed. The portal creates new ones when records
 * are next requested.
 */
export async function deleteStaleRecords(
  to: Queryable,
  locations: readonly z.output<typeof LocationKey>[],
): Promise<void> {
  if (locations.length === 0) return;
  await to.query(
    sql`with changed as (
       update location set record_id = null from (
         select loc_ndx as ndx, record_id as record from location
         where loc_ndx = any(${intArraySql(locations.map(({ loc_ndx }) => loc_ndx))})
       ) before
       where loc_ndx = before.ndx and record_id is not null returning before.record
     )
     delete from location_record where id in (select record from changed)`,
  );
}
