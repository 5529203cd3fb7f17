import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DayNumber } from '#lib/calendar.ts';
import { toStatementText } from './statement-text.ts';

type UntypedRow = Record<string, unknown>;

export type QueryOptions = {
  /**
   * An abort rejects with its reason. PostgreSQL then stops the statement. The embedded engine does not start one that
   * still waits for its turn, and ends a read that goes on for seconds together with its thread.
   */
  readonly signal?: AbortSignal | undefined;
};

/**
 * What runs statements: a store, or one of its transactions. A statement is a template of Drizzle's `sql`, which turns
 * each value into a parameter, and its rows are parsed by a schema:
 * `query(sql\`select loc_id from location where loc_ndx = ${ndx}\`, z.object({ loc_id: z.string() }))`.
 * A day, a time or JSON is passed as text: `${day}::text::date`.
 */
export type Queryable = {
  /** @throws ZodError where a row does not have the shape of `row` */
  query<Row extends z.ZodMiniType>(
    statement: SQL,
    row: Row,
    options?: QueryOptions,
  ): Promise<z.output<Row>[]>;
  /** For a statement whose rows are only counted, or not read. */
  query(statement: SQL): Promise<UntypedRow[]>;
  /** For tests: text with `$1` parameters, whose rows are not parsed. */
  query<Row = UntypedRow>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * How many statements and transactions have ended that may have changed data. Only where no other process can change
   * them.
   */
  writes?(): number;
};

const Parameters = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Sends text with `$1` parameters to the database. */
export type RunStatement = (
  text: string,
  parameters: z.output<typeof Parameters>,
  signal: AbortSignal | undefined,
) => Promise<unknown[]>;

export function createQueryable(run: RunStatement): Queryable {
  async function query<Row extends z.ZodMiniType>(
    statement: SQL,
    row: Row,
    options?: QueryOptions,
  ): Promise<z.output<Row>[]>;
  async function query(statement: SQL): Promise<UntypedRow[]>;
  async function query<Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  async function query(
    statement: SQL | string,
    rowOrParameters?: z.ZodMiniType | readonly unknown[],
    { signal }: QueryOptions = {},
  ) {
    signal?.throwIfAborted();
    if (typeof statement === 'string') {
      return run(statement, Parameters.parse(rowOrParameters ?? []), signal);
    }
    const { text, parameters } = toStatementText(statement);
    const rows = await run(text, Parameters.parse(parameters), signal);
    return rowOrParameters instanceof z.ZodMiniType ? z.array(rowOrParameters).parse(rows) : rows;
  }
  return { query };
}

/** The same database, whose statements end when the signal is aborted. */
export function withSignal(from: Queryable, signal: AbortSignal): Queryable {
  const query = (statement: SQL, row: z.ZodMiniType) => from.query(statement, row, { signal });
  return { query: query as Queryable['query'] };
}

/** The numbers as one parameter; Drizzle would make a list of parameters of an array. */
export function intArraySql(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::text::int[]`;
}

/** The texts as one parameter; none of them may hold a comma, a quotation mark or a brace. */
export function textArraySql(values: readonly string[]): SQL {
  return sql`${`{${values.map((value) => `"${value}"`).join(',')}}`}::text::text[]`;
}

export const dayZero = sql`date '1970-01-01'`;

export const daySql = (day: DayNumber) => sql`(${dayZero} + ${day}::int)`;

/** An instant as ISO 8601 in UTC; `fraction` adds milliseconds or microseconds to the seconds. */
export function isoInstantSql(instant: SQL, fraction: '' | '.MS' | '.US' = ''): SQL {
  return sql`to_char((${instant}) at time zone 'UTC', ${sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS${fraction}"Z"'`)})`;
}
