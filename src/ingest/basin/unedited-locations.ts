import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { importAuthor } from '#domain/records/import-author.ts';
import { intArraySql } from '#server/db/queryable.ts';
import type { Queryable } from '#server/db/store.ts';

export const LocationKey = z.object({ loc_ndx: z.int() });

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
