import { type SQLWrapper, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { StoreTransaction } from '#server/db/store.ts';

/** Assigns an id to each new name: the preferred one if it is free, or else the next. Returns the new names. */
export function assignIds(
  ids: Map<string, number>,
  names: readonly string[],
  preferredId?: (name: string) => number,
): readonly string[] {
  const taken = new Set(ids.values());
  const unassigned = names.filter((name) => !ids.has(name));
  for (const name of unassigned) {
    const preferred = preferredId?.(name);
    const id = preferred === undefined || taken.has(preferred) ? Math.max(0, ...taken) + 1 : preferred;
    taken.add(id);
    ids.set(name, id);
  }
  return unassigned;
}

/** The last digits of the code, so that adding a unit does not change the ids of others. */
const preferredHuc10Id = (code: string) => Number(code.slice(4));

/** Reads a table's ids by name or by code. */
export async function readIds(transaction: StoreTransaction, table: string, id: string, name: string) {
  const rows = await transaction.query(
    sql`SELECT ${sql.identifier(id)} AS id, ${sql.identifier(name)}::text AS name FROM ${sql.identifier(table)}`,
    z.object({ id: z.int(), name: z.string() }),
  );
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Joins parts of a statement with commas. */
export const joinSql = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);

/** Inserts rows and skips those that exist. */
export async function insertRows(
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

/** Adds missing HUC10s, named by their codes until an import brings the names. Returns the ids of all by code. */
export async function addHuc10s(
  transaction: StoreTransaction,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = await readIds(transaction, 'huc10', 'huc10_ndx', 'huc10_code');
  await insertRows(
    transaction,
    'huc10',
    ['huc10_ndx', 'huc10_code', 'huc10_name'],
    assignIds(ids, [...new Set(codes)].sort(), preferredHuc10Id).map((code) => [
      ids.get(code) ?? 0,
      code,
      code,
    ]),
  );
  return ids;
}
