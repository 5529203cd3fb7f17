import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinSite } from '#contract/basin.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { copyRows } from '../copy-rows.ts';
import { joinSql } from './ids.ts';
import { deleteStaleRecords, isUneditedSql, LocationKey } from './unedited-locations.ts';
import { type LookupIds, locationCells, locationColumns } from './write-lookup-tables.ts';

/**
 * Returns the id of a site's location, and adds it if it is missing. Updates an existing location to the basin file,
 * unless somebody has edited its content record: from then on, people maintain it under Models.
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
