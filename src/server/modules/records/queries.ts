import type { Model } from '#contract/records.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import type { Queryable } from '../../db/store.ts';

/** ISO 8601 in UTC with microseconds: two writes never share a moment, and moments sort as text. */
function timestampSql(expression: string): string {
  return `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const columns = `id::text as id, status_id, parent_id::text as parent_id, former_parent_id::text as former_parent_id,
  is_enabled, content, ${timestampSql('created_at')} as created_at, created_by, ${timestampSql('updated_at')} as updated_at,
  updated_by`;

/** The table's name is the program's own, from config/models. */
function tableOf({ table }: Model): string {
  if (!/^[a-z_]+$/.test(table)) throw new Error(`${table} is no name of a table.`);
  return table;
}

export async function readRow(from: Queryable, model: Model, id: string): Promise<StoredRecord | undefined> {
  const [row] = await from.query<StoredRecord>(
    `select ${columns} from ${tableOf(model)} where id = $1::text::uuid`,
    [id],
  );
  return row;
}

/** A row and the versions below it, as they were at one moment. */
export async function readWithVersions(
  from: Queryable,
  model: Model,
  id: string,
): Promise<{ main: StoredRecord; versionRows: readonly StoredRecord[] } | undefined> {
  const rows = await from.query<StoredRecord>(
    `select ${columns} from ${tableOf(model)} where id = $1::text::uuid or parent_id = $1::text::uuid`,
    [id],
  );
  const main = rows.find((row) => row.id === id);
  return main && { main, versionRows: rows.filter((row) => row !== main) };
}

export function readAllRows(from: Queryable, model: Model): Promise<StoredRecord[]> {
  return from.query<StoredRecord>(`select ${columns} from ${tableOf(model)}`);
}

/** Main records whose published content visitors see. */
export function readVisibleRows(from: Queryable, model: Model): Promise<StoredRecord[]> {
  return from.query<StoredRecord>(
    `select ${columns} from ${tableOf(model)} where parent_id is null and status_id <> 1 and is_enabled`,
  );
}

/** The row that took the place of another one. */
export async function readFuture(
  from: Queryable,
  model: Model,
  id: string,
): Promise<StoredRecord | undefined> {
  const [row] = await from.query<StoredRecord>(
    `select ${columns} from ${tableOf(model)} where former_parent_id = $1::text::uuid and parent_id is null`,
    [id],
  );
  return row;
}

/** Rows, versions included, with these values, compared as text. */
export function readRowsWith(
  from: Queryable,
  model: Model,
  values: Readonly<Record<string, string>>,
): Promise<StoredRecord[]> {
  const names = Object.keys(values);
  const conditions = names.map((_, at) => `content->>$${2 * at + 1} = $${2 * at + 2}`);
  return from.query<StoredRecord>(
    `select ${columns} from ${tableOf(model)} where ${conditions.join(' and ')}`,
    names.flatMap((name) => [name, values[name]]),
  );
}

export async function insertRow(to: Queryable, model: Model, row: StoredRecord): Promise<void> {
  await to.query(
    `insert into ${tableOf(model)} (id, status_id, parent_id, former_parent_id, is_enabled, content, created_at,
       created_by, updated_at, updated_by)
     values ($1::text::uuid, $2::text::smallint, $3::text::uuid, $4::text::uuid, $5::text::boolean,
       $6::text::jsonb, $7::text::timestamptz, $8, $9::text::timestamptz, $10)`,
    [row.id, ...toParameters(row), row.created_at, row.created_by, row.updated_at, row.updated_by],
  );
}

/** Replaces the row with this id; its id may change with it. */
export async function updateRow(to: Queryable, model: Model, id: string, row: StoredRecord): Promise<void> {
  await to.query(
    `update ${tableOf(model)} set id = $2::text::uuid, status_id = $3::text::smallint,
       parent_id = $4::text::uuid, former_parent_id = $5::text::uuid, is_enabled = $6::text::boolean,
       content = $7::text::jsonb, updated_at = $8::text::timestamptz, updated_by = $9
     where id = $1::text::uuid`,
    [id, row.id, ...toParameters(row), row.updated_at, row.updated_by],
  );
}

function toParameters(row: StoredRecord) {
  return [
    String(row.status_id),
    row.parent_id,
    row.former_parent_id,
    String(row.is_enabled),
    JSON.stringify(row.content),
  ];
}

/** Deletes a main record with its versions. */
export async function deleteRows(from: Queryable, model: Model, id: string): Promise<void> {
  await from.query(`delete from ${tableOf(model)} where id = $1::text::uuid or parent_id = $1::text::uuid`, [
    id,
  ]);
}

/** Writers of a model's records come one after the other: a publish moves ids, which row locks do not follow. */
export async function lockModel(transaction: Queryable, model: Model): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [`records ${model.table}`]);
}

/** Now, or right after a moment that is not before now. */
export async function nextTimestamp(from: Queryable, after: string | undefined): Promise<string> {
  const [row] = await from.query<{ now: string }>(
    `select ${timestampSql(
      "greatest(clock_timestamp(), coalesce($1::text::timestamptz, '-infinity') + interval '1 microsecond')",
    )} as now`,
    [after ?? null],
  );
  if (!row) throw new Error('A select without a table gave no row.');
  return row.now;
}
