import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { applyMigrations, readMigrations } from '../db/applied-migrations.ts';
import type { StoreTransaction } from '../db/store.ts';
import { BadArchive, type Description } from './archive-format.ts';
import { readTables } from './table-list.ts';

/** The schema that rows were written with. */
export type RowsSchema = Pick<Description, 'migrations' | 'tables' | 'sequences'>;

/** @throws BadArchive for tables of a feature that this portal does not have */
export function refuseOtherFeatures(migrations: RowsSchema['migrations']): void {
  const known = new Set(readMigrations().map(({ feature }) => feature));
  const other = migrations.find(({ feature }) => !known.has(feature));
  if (!other) return;
  throw new BadArchive(
    `It has tables of the feature ${other.feature}, which this portal does not have. Write them where the feature is, or put that back.`,
  );
}

/**
 * Creates the tables in an empty database as they were when the rows were written, without a row.
 * @throws BadArchive where the rows are of other tables
 */
export async function createTables(to: StoreTransaction, { migrations, tables }: RowsSchema): Promise<void> {
  refuseOtherFeatures(migrations);
  await applyMigrations(to, { only: migrations });
  const created = await readTables(to);
  const expected = new Map(created.map(({ name, columns }) => [name, columns.toSorted().join()]));
  for (const { name, columns } of tables) {
    if (expected.get(name) === columns.toSorted().join()) continue;
    throw new BadArchive(`It is damaged: the table ${name} is not one of schema ${migrations.length}.`);
  }
  // A migration may have written rows.
  for (const { name } of created.toReversed()) await to.query(`delete from "${name}"`);
}

/**
 * Checks the numbers of rows, sets the sequences, and brings the tables up to date.
 * @throws BadArchive
 */
export async function completeTables(
  to: StoreTransaction,
  { sequences }: RowsSchema,
  rows: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [table, expected] of rows) {
    const [found] = await to.query(
      sql`select count(*)::text as count from ${sql.identifier(table)}`,
      z.object({ count: z.string() }),
    );
    if (Number(found?.count) === expected) continue;
    throw new BadArchive(`It is damaged: ${table} should have ${expected} rows, and has ${found?.count}.`);
  }
  for (const { name, last_value } of sequences) {
    if (last_value === null) continue;
    await to.query(sql`select setval(${`public.${name}`}::regclass, ${String(last_value)}::text::bigint)`);
  }
  // A migration cannot change a table that a deferred trigger waits for.
  await to.query('set constraints all immediate');
  await to.query('set constraints all deferred');
  await applyMigrations(to);
  await raiseDataVersion(to);
}

/**
 * Answers that browsers keep are named by the version of the data, which counts changes. The rows may be older than
 * what was read before, so that counting on from theirs would give a name twice; milliseconds since 1970 are more
 * than any count.
 */
async function raiseDataVersion(to: StoreTransaction) {
  await to.query(
    sql`update data_version set changed_at = clock_timestamp(),
      version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
  );
}
