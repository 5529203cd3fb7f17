import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { enteredByHand } from '#domain/qualifiers.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { dayZero, intArraySql } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import type { Queryable } from '#server/db/store.ts';

/** The import that changes values, and the instant from which they are known: the same for all values of a series. */
export type HistoryEntry = { readonly run: number; readonly knownFrom: string };

const knownFromSql = ({ knownFrom }: HistoryEntry) => sql`${knownFrom}::text::timestamptz`;

/** Reads the database's clock: the portal's processes may run on computers with different ones. */
export async function readClock(from: Queryable): Promise<string> {
  const [row] = await from.query(sql`SELECT clock_timestamp()::text AS now`, z.object({ now: z.string() }));
  return row?.now ?? '';
}

/** Adds former values to the history. `former` names rows of `daily_value`. */
export function addRevisionsSql(former: SQL, history: HistoryEntry): SQL {
  return sql`INSERT INTO daily_value_revision
      (loc_ndx, parameter_ndx, rdate, value, approval, qualifier, flag, known_from, run)
    SELECT loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier, flag,
      ${knownFromSql(history)}, ${history.run}::int
    FROM ${former}`;
}

/**
 * Adds the days of `ingest_value` that are not stored yet to the history. Each range ends before the next day that is
 * stored, so that a range never has a day with a former value.
 */
export function addRangesSql({ loc_ndx, parameter_ndx }: SeriesKey, history: HistoryEntry): SQL {
  return sql`INSERT INTO daily_value_addition (loc_ndx, parameter_ndx, first_day, last_day, known_from, run)
    SELECT ${loc_ndx}::int, ${parameter_ndx}::smallint, min(rdate), max(rdate), ${knownFromSql(history)}, ${history.run}::int
    FROM (
      SELECT rdate, is_stored, count(*) FILTER (WHERE is_stored) OVER (ORDER BY rdate) AS range
      FROM (
        SELECT i.rdate, false AS is_stored FROM ingest_value i
        WHERE NOT EXISTS (SELECT FROM daily_value d
          WHERE d.loc_ndx = ${loc_ndx}::int AND d.parameter_ndx = ${parameter_ndx}::smallint AND d.rdate = i.rdate)
        UNION ALL
        SELECT d.rdate, true FROM daily_value d
        WHERE d.loc_ndx = ${loc_ndx}::int AND d.parameter_ndx = ${parameter_ndx}::smallint
          AND d.rdate BETWEEN (SELECT min(rdate) FROM ingest_value) AND (SELECT max(rdate) FROM ingest_value)
      ) days
    ) ranges
    WHERE NOT is_stored GROUP BY range`;
}

/** Adds a range of days to the history of a series that had no values. */
export async function addRange(
  to: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  first: DayNumber,
  last: DayNumber,
  history: HistoryEntry,
): Promise<void> {
  await to.query(
    sql`INSERT INTO daily_value_addition (loc_ndx, parameter_ndx, first_day, last_day, known_from, run)
      VALUES (${loc_ndx}, ${parameter_ndx}, ${formatDay(first)}::text::date, ${formatDay(last)}::text::date,
        ${knownFromSql(history)}, ${history.run}::int)`,
  );
}

const Removed = z.object({ count: z.int(), first: z.nullable(z.string()), last: z.nullable(z.string()) });

/** Moves days to the history, except values entered by hand. `isRemoved` is a condition on a row `d` of `daily_value`. */
export async function removeDays(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  history: HistoryEntry,
  isRemoved: SQL,
): Promise<z.output<typeof Removed>> {
  const [row] = await from.query(
    sql`WITH removed AS (
      DELETE FROM daily_value d WHERE d.loc_ndx = ${loc_ndx}::int AND d.parameter_ndx = ${parameter_ndx}::smallint
        AND d.qualifier IS DISTINCT FROM ${enteredByHand} AND ${isRemoved}
      RETURNING d.*),
    revised AS (${addRevisionsSql(sql`removed`, history)})
    SELECT count(*)::int AS count, min(rdate)::text AS first, max(rdate)::text AS last FROM removed`,
    Removed,
  );
  return row ?? { count: 0, first: null, last: null };
}

/**
 * Finds the days from one to another that are stored although an import did not bring them, except values entered by
 * hand. It has `stored` some, and `rejected` others.
 */
export async function findAbsentDays(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  [first, last]: readonly [first: DayNumber, last: DayNumber],
  { stored, rejected }: { readonly stored: readonly DayNumber[]; readonly rejected: readonly DayNumber[] },
): Promise<z.output<typeof Removed>> {
  const isStored = sql`d.loc_ndx = ${loc_ndx}::int AND d.parameter_ndx = ${parameter_ndx}::smallint
    AND d.rdate BETWEEN ${formatDay(first)}::text::date AND ${formatDay(last)}::text::date
    AND d.qualifier IS DISTINCT FROM ${enteredByHand}`;
  const countOf = (more: SQL) =>
    from.query(
      sql`SELECT count(*)::int AS count, min(rdate)::text AS first, max(rdate)::text AS last
        FROM daily_value d WHERE ${isStored} AND ${more}`,
      Removed,
    );
  const none = { count: 0, first: null, last: null };
  const [all = none] = await countOf(sql`true`);
  // Most imports bring all that is stored, and need not send their days.
  if (all.count <= stored.filter((day) => day >= first && day <= last).length) return none;
  const [absent = none] = await countOf(
    sql`NOT EXISTS (SELECT FROM unnest(${intArraySql([...stored, ...rejected])}) b(day) WHERE b.day = d.rdate - ${dayZero})`,
  );
  return absent;
}
