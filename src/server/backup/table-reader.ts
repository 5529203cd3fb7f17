import type { Readable } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { connectPostgres } from '../db/connect-postgres.ts';
import { createQueryable, type Queryable } from '../db/queryable.ts';
import { partBytes } from './archive-format.ts';
import { type CsvPart, toCsvParts } from './csv-parts.ts';
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
  const client = connectPostgres(url, { max: 1 });
  try {
    // The driver's type for what a transaction returns takes arrays apart, and so wants a function here.
    const getResult = await client.begin('isolation level repeatable read read only', async (tx) => {
      for (const setting of sessionSettings) await tx.unsafe(setting.replace('set', 'set local'));
      const readRows = async function* ({ name, columns }: TableColumns) {
        const statement = `copy (select ${quoted(columns)} from "${name}") to stdout with (format csv)`;
        yield* toCsvParts(readToEnd(await tx.unsafe(statement).readable()), partBytes);
      };
      const queryable = createQueryable((text, parameters) => tx.unsafe(text, parameters));
      const result = await use({ ...queryable, engine: 'postgresql', readRows });
      return () => result;
    });
    return getResult();
  } finally {
    await client.end({ timeout: 5 });
  }
}

/**
 * Reads a stream of the driver, which pauses its socket while the stream is full and leaves it paused if the stream ends
 * so: the next statement would wait for ever.
 */
export async function* readToEnd(stream: Readable): AsyncGenerator<Uint8Array> {
  yield* stream;
  // Resumes the socket.
  stream._read(0);
}
