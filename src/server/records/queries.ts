import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Model } from '#contract/records/model.ts';
import {
  isVisible,
  periodState,
  type RecordWithVersions,
  recordStatus,
  type StoredRecord,
  toRecordWithVersions,
} from '#domain/records/versions.ts';
import { wallTimeInBasin } from '#lib/basin-clock.ts';
import { isoInstantSql, type Queryable } from '../db/queryable.ts';

/** With microseconds: no two writes have the same time, and times sort as text. */
const timestampSql = (column: SQL) => isoInstantSql(column, '.US');

const columns = sql`id, status_id, parent_id, former_parent_id, is_enabled, content,
  ${timestampSql(sql`created_at`)} as created_at, created_by, ${timestampSql(sql`updated_at`)} as updated_at,
  updated_by`;

const StoredRow = z.object({
  id: z.string(),
  status_id: z.enum(recordStatus),
  parent_id: z.nullable(z.string()),
  former_parent_id: z.nullable(z.string()),
  is_enabled: z.boolean(),
  content: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
});

function readRows(from: Queryable, { table }: Model, where: SQL): Promise<StoredRecord[]> {
  return from.query(sql`select ${columns} from ${sql.identifier(table)} where ${where}`, StoredRow);
}

export async function readRow(from: Queryable, model: Model, id: string): Promise<StoredRecord | undefined> {
  const [row] = await readRows(from, model, sql`id = ${id}::uuid`);
  return row;
}

/** Reads a row and the versions below it in one snapshot. */
export async function readWithVersions(
  from: Queryable,
  model: Model,
  id: string,
): Promise<(RecordWithVersions & { readonly versionRows: readonly StoredRecord[] }) | undefined> {
  const rows = await readRows(from, model, sql`id = ${id}::uuid or parent_id = ${id}::uuid`);
  const main = rows.find((row) => row.id === id);
  const versionRows = rows.filter((row) => row !== main);
  return main && { ...toRecordWithVersions(main, versionRows), versionRows };
}

/** Reads the records, each with all its versions, of which the main row or a version fulfills a condition. */
export function readFamilies(from: Queryable, model: Model, condition: SQL): Promise<StoredRecord[]> {
  const matching = sql`select coalesce(parent_id, id) from ${sql.identifier(model.table)} where ${condition}`;
  return readRows(from, model, sql`coalesce(parent_id, id) in (${matching})`);
}

export function readAllRows(from: Queryable, model: Model): Promise<StoredRecord[]> {
  return readRows(from, model, sql`true`);
}

/** Reads the main records that `isReadable` now. */
export async function readReadableRows(
  from: Queryable,
  model: Model,
  condition: SQL = sql`true`,
): Promise<StoredRecord[]> {
  const where = sql`parent_id is null and status_id <> ${recordStatus.draft} and is_enabled and ${condition}`;
  const now = new Date();
  return (await readRows(from, model, where)).filter((row) => isReadable(model, row, now));
}

/** Reads the row that replaced another one. */
export async function readFuture(
  from: Queryable,
  model: Model,
  id: string,
): Promise<StoredRecord | undefined> {
  const [row] = await readRows(from, model, sql`former_parent_id = ${id}::uuid and parent_id is null`);
  return row;
}

/** Reads the rows, versions included, with these values, compared as text. */
export function readRowsWith(
  from: Queryable,
  model: Model,
  values: Readonly<Record<string, string>>,
): Promise<StoredRecord[]> {
  const conditions = Object.entries(values).map(([name, value]) => sql`content->>${name}::text = ${value}`);
  return readRows(from, model, sql.join(conditions, sql` and `));
}

export async function insertRow(to: Queryable, { table }: Model, row: StoredRecord): Promise<void> {
  await to.query(
    sql`insert into ${sql.identifier(table)} (id, status_id, parent_id, former_parent_id, is_enabled, content,
        created_at, created_by, updated_at, updated_by)
      values (${row.id}, ${row.status_id}, ${row.parent_id}, ${row.former_parent_id}, ${row.is_enabled},
        ${JSON.stringify(row.content)}::text::jsonb, ${row.created_at}::text::timestamptz, ${row.created_by},
        ${row.updated_at}::text::timestamptz, ${row.updated_by})`,
  );
}

/** Replaces the row with this id; the id itself may change, too. */
export async function updateRow(
  to: Queryable,
  { table }: Model,
  id: string,
  row: StoredRecord,
): Promise<void> {
  await to.query(
    sql`update ${sql.identifier(table)} set id = ${row.id}, status_id = ${row.status_id},
        parent_id = ${row.parent_id}, former_parent_id = ${row.former_parent_id}, is_enabled = ${row.is_enabled},
        content = ${JSON.stringify(row.content)}::text::jsonb, updated_at = ${row.updated_at}::text::timestamptz,
        updated_by = ${row.updated_by}
      where id = ${id}::uuid`,
  );
}

/** Gives the versions of a record to another one, or to the same under its new id. */
export async function moveVersions(
  to: Queryable,
  { table }: Model,
  id: string,
  parent_id: string,
): Promise<void> {
  await to.query(
    sql`update ${sql.identifier(table)} set parent_id = ${parent_id}::uuid where parent_id = ${id}::uuid`,
  );
}

/** Makes the rows that replaced a row refer to its new id. */
export async function renameFormerParent(
  to: Queryable,
  { table }: Model,
  id: string,
  newId: string,
): Promise<void> {
  await to.query(
    sql`update ${sql.identifier(table)} set former_parent_id = ${newId}::uuid where former_parent_id = ${id}::uuid`,
  );
}

/** Deletes a main record with its versions. */
export async function deleteRows(from: Queryable, { table }: Model, id: string): Promise<void> {
  await from.query(
    sql`delete from ${sql.identifier(table)} where id = ${id}::uuid or parent_id = ${id}::uuid`,
  );
}

/** Deletes versions of records. */
export async function deleteVersions(
  from: Queryable,
  { table }: Model,
  ids: readonly string[],
): Promise<void> {
  await from.query(
    sql`delete from ${sql.identifier(table)}
      where parent_id is not null and id = any(${`{${ids.join(',')}}`}::text::uuid[])`,
  );
}

/** Makes the writers of a model's records run one at a time: publishing changes ids, which row locks do not follow. */
export async function lockModel(transaction: Queryable, { table }: Model): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtext(${`records ${table}`}))`);
}

/** The current time, or the microsecond after `previous` if that is later. */
export async function nextTimestamp(from: Queryable, previous: string | undefined): Promise<string> {
  const earliest = sql`coalesce(${previous ?? null}::text::timestamptz, '-infinity') + interval '1 microsecond'`;
  const [row] = await from.query(
    sql`select ${timestampSql(sql`greatest(clock_timestamp(), ${earliest})`)} as now`,
    z.object({ now: z.string() }),
  );
  if (!row) throw new Error('A select without a table returned no row.');
  return row.now;
}

/** Whether people without the role Administrator may read a row at an instant: published, enabled and in its period. */
export function isReadable({ period }: Pick<Model, 'period'>, row: StoredRecord, now: Date): boolean {
  if (row.parent_id !== null || !isVisible(row)) return false;
  return !period || periodState(row.content, period, wallTimeInBasin(now)) === 'current';
}
