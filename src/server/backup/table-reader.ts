import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm/sql';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import * as z from 'zod/mini';
import { connectPostgres } from '../db/postgres/connect-postgres.ts';
import { postgresQueryable } from '../db/postgres/open-postgres.ts';
import { createQueryable, type Queryable } from '../db/queryable.ts';
import { partBytes } from './archive-format.ts';
import type { TableColumns } from './table-list.ts';

/** One unchanging state of a database. */
export type TableReader = Queryable & {
  readonly engine: 'pglite' | 'postgresql';
  /** Reads the rows of a table as CSV, in parts that fit into memory. */
  readRows(table: TableColumns): AsyncGenerator<CsvPart>;
};

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** So that both engines write and read the same text, and the same hashes of rows, wherever they run. */
export const sessionSettings = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
];

/** Reads an embedded database that no other program has open. */
export async function readEmbedded(client: PGlite): Promise<TableReader> {
  for (const setting of sessionSettings) await client.query(setting);
  const queryable = createQueryable(async (text, parameters) => (await client.query(text, parameters)).rows);

  /** The engine writes a whole answer into memory, so it is asked for some blocks of the table at a time. */
  async function* readBlocks({ name, columns }: TableColumns) {
    const { blocks, bytes } = await measureTable(queryable, name);
    const step = Math.max(1, Math.floor((partBytes * blocks) / Math.max(bytes, 1)));
    for (let from = 0; from < blocks; from += step) {
      const { blob } = await client.query(
        `copy (select ${quoted(columns)} from "${name}"
          where ctid >= '(${from},0)'::tid and ctid < '(${from + step},0)'::tid)
          to '/dev/blob' with (format csv)`,
      );
      if (blob) yield new Uint8Array(await blob.arrayBuffer());
    }
  }
  return { ...queryable, engine: 'pglite', readRows: (table) => toCsvParts(readBlocks(table), partBytes) };
}

async function measureTable(from: Queryable, table: string) {
  const [size] = await from.query(
    sql`select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as blocks,
      pg_table_size(${table}::regclass)::text as bytes`,
    z.object({ blocks: z.int(), bytes: z.string() }),
  );
  return { blocks: size?.blocks ?? 0, bytes: Number(size?.bytes ?? 0) };
}

/** Reads a database on a PostgreSQL server as it was when `use` began, while others write to it. */
export async function readPostgres<T>(url: string, use: (reader: TableReader) => Promise<T>): Promise<T> {
  const client = await connectPostgres(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const setting of sessionSettings) await client.query(setting.replace('set', 'set local'));
    const reader = postgresQueryable(client);
    return await use({ ...reader, engine: 'postgresql', readRows: (table) => readRows(client, table) });
  } finally {
    // Ends the transaction, too, and a table that has not been read to its end.
    await client.end();
  }
}

/** Reads the rows of a table over a connection that runs nothing else meanwhile. */
export function readRows(client: ClientBase, { name, columns }: TableColumns): AsyncGenerator<CsvPart> {
  const statement = `copy (select ${quoted(columns)} from "${name}") to stdout with (format csv)`;
  return toCsvParts(client.query(copyTo(statement)), partBytes);
}

/** Whole rows of CSV. */
type CsvPart = { readonly content: Buffer; readonly rows: number };

const quote = 0x22;
const newline = 0x0a;

/**
 * Divides CSV into parts of at least so many bytes, the last one excepted, that end with a row. A newline in quotes
 * belongs to a value.
 */
export async function* toCsvParts(
  chunks: AsyncIterable<Uint8Array>,
  minBytes: number,
): AsyncGenerator<CsvPart> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let rows = 0;
  let isQuoted = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === quote) isQuoted = !isQuoted;
      else if (chunk[at] === newline && !isQuoted) {
        rows += 1;
        if (pendingBytes + at + 1 - from < minBytes) continue;
        pending.push(chunk.subarray(from, at + 1));
        yield { content: Buffer.concat(pending), rows };
        from = at + 1;
        pending = [];
        pendingBytes = 0;
        rows = 0;
      }
    }
    pending.push(chunk.subarray(from));
    pendingBytes += chunk.length - from;
  }
  if (pendingBytes > 0) yield { content: Buffer.concat(pending), rows };
}
