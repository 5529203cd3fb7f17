import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { flagNames, flagNote } from '#domain/flags.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { readDemoState } from '#server/db/demo-state.ts';
import { summarizeSeries } from '#server/db/record-summary.ts';
import type { Queryable, StoreTransaction } from '#server/db/store.ts';
import { findOrAddLocation } from './basin/find-or-add-location.ts';
import type { LookupIds } from './basin/write-lookup-tables.ts';
import { toCopyCell } from './copy-rows.ts';
import { type FlaggedValue, flagSeries, splitStorable } from './quality/flag-series.ts';
import { noteRealSeries } from './real-series.ts';
import { countByReason, formatDayOrNull, type SeriesReport } from './report.ts';
import type { Rejection, SourceSeries } from './source.ts';

/** Stored days before and after an import that the quality rules take into account. */
const contextDays = 120;
const valueColumns = ['rdate', 'result_value_daily', 'approval', 'qualifier', 'flag'] as const;

/**
 * Writes one series and its summary. Adds new values and replaces revised ones; a stored value that the agency no
 * longer sends stays. A value that fails a quality rule is stored with a flag. Deletes the demo values of the series,
 * so that synthetic values never mix with measurements.
 */
export async function writeSeries(
  transaction: StoreTransaction,
  { source, places }: { source: string; places: LookupIds },
  series: Extract<SourceSeries, { kind: 'read' }>,
): Promise<SeriesReport> {
  const { site, parameter, rules } = series.target;
  const { storable, rejections } = splitStorable(series);
  const report = {
    name: series.name,
    loc_id: site.id.toUpperCase(),
    loc_name: site.name,
    parameter_ndx: parameter,
    first: formatDayOrNull(storable[0]?.day),
    last: formatDayOrNull(storable.at(-1)?.day),
    read: series.readings.length + series.rejections.length,
    missing: series.missing,
    rejected: countByReason(rejections),
  };
  const [first] = storable;
  if (!first) return { ...report, flagged: [], written: 0, unchanged: 0, replaced_demo: false };
  const ndx = await findOrAddLocation(transaction, places, site);
  const isNew = await noteRealSeries(transaction, { loc_id: site.id, parameter_ndx: parameter, source });
  const replaced = isNew && (await readDemoState(transaction)).has_data;
  const removed = replaced ? await removeDemoValues(transaction, ndx, parameter) : 0;
  const record: SeriesKey = { ndx, parameter };
  const last = storable.at(-1)?.day ?? first.day;
  const before = isNew ? [] : await readStored(transaction, record, first.day - contextDays, first.day);
  const after = isNew ? [] : await readStored(transaction, record, last + 1, last + contextDays);
  const { values, changed } = flagSeries({ before, readings: storable, after }, rules);
  const isEmpty = isNew && (await hasNoValues(transaction, record));
  const written = isEmpty
    ? await copyAll(transaction, record, values)
    : await upsert(transaction, record, [...changed, ...values]);
  await summarizeSeries(transaction, [{ loc_ndx: ndx, parameter_ndx: parameter }]);
  return {
    ...report,
    flagged: countByReason(values.flatMap(flaggedOf)),
    written,
    unchanged: values.length + changed.length - written,
    replaced_demo: removed > 0,
  };
}

type SeriesKey = { readonly ndx: number; readonly parameter: number };

function flaggedOf({ day, value, flag }: FlaggedValue): Rejection[] {
  return flag === undefined ? [] : [{ day, value: String(value), reason: flagNote(flag) }];
}

async function hasNoValues(transaction: Queryable, { ndx, parameter }: SeriesKey): Promise<boolean> {
  const found = await transaction.query(
    sql`SELECT FROM daily_value WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter} LIMIT 1`,
  );
  return found.length === 0;
}

const StoredValue = z.object({
  day: z.int(),
  value: z.number(),
  approval: z.enum(['A', 'P']),
  qualifier: z.nullable(z.string()),
  flag: z.nullable(z.enum(flagNames)),
});
const Count = z.object({ n: z.int() });

/** Reads the stored values from `from` until `until`, which is not included. */
async function readStored(
  transaction: Queryable,
  { ndx, parameter }: SeriesKey,
  from: DayNumber,
  until: DayNumber,
): Promise<FlaggedValue[]> {
  const rows = await transaction.query(
    sql`SELECT rdate - date '1970-01-01' AS day, result_value_daily AS value, approval, qualifier, flag
     FROM daily_value WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter}
       AND rdate >= ${formatDay(from)}::text::date AND rdate < ${formatDay(until)}::text::date
     ORDER BY rdate`,
    StoredValue,
  );
  return rows.map((row) => ({ ...row, qualifier: row.qualifier ?? undefined, flag: row.flag ?? undefined }));
}

/** Values entered by hand are not demo data; they stay until the agency sends that day. */
async function removeDemoValues(transaction: Queryable, ndx: number, parameter: number): Promise<number> {
  const [row] = await transaction.query(
    sql`WITH deleted AS (DELETE FROM daily_value WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter}
       AND qualifier IS DISTINCT FROM ${enteredByHand} RETURNING 1)
     SELECT count(*)::int AS n FROM deleted`,
    Count,
  );
  return row?.n ?? 0;
}

/** Formats a value as a line of CSV, after `start`, the cells before it. */
function toCsvLine(start: string, { day, value, approval, qualifier, flag }: FlaggedValue): string {
  return `${start}${formatDay(day)},${value},${approval},${toCopyCell(qualifier)},${flag ?? ''}\n`;
}

function toCsvLines(start: string, values: readonly FlaggedValue[]): string {
  let lines = '';
  for (const value of values) lines += toCsvLine(start, value);
  return lines;
}

/** Copies values into a series that has none, where nothing has to be compared. */
async function copyAll(
  transaction: StoreTransaction,
  { ndx, parameter }: SeriesKey,
  values: readonly FlaggedValue[],
): Promise<number> {
  const columns = ['loc_ndx', 'parameter_ndx', ...valueColumns];
  await transaction.copy('daily_value', columns, toCsvLines(`${ndx},${parameter},`, values));
  return values.length;
}

/** Adds and replaces values. Returns how many were new or different. */
async function upsert(
  transaction: StoreTransaction,
  { ndx, parameter }: SeriesKey,
  values: readonly FlaggedValue[],
): Promise<number> {
  await transaction.query(
    sql`CREATE TEMP TABLE ingest_value
       (rdate date, result_value_daily real, approval char(1), qualifier text, flag text) ON COMMIT DROP`,
  );
  await transaction.copy('ingest_value', valueColumns, toCsvLines('', values));
  const [row] = await transaction.query(
    sql`WITH written AS (
       INSERT INTO daily_value AS d (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier, flag)
       SELECT ${ndx}::int, ${parameter}::smallint, rdate, result_value_daily, approval, qualifier, flag
       FROM ingest_value
       ON CONFLICT (loc_ndx, parameter_ndx, rdate) DO UPDATE
       SET result_value_daily = EXCLUDED.result_value_daily,
           approval = EXCLUDED.approval,
           qualifier = EXCLUDED.qualifier,
           flag = EXCLUDED.flag
       WHERE (d.result_value_daily, d.approval, d.qualifier, d.flag)
         IS DISTINCT FROM (EXCLUDED.result_value_daily, EXCLUDED.approval, EXCLUDED.qualifier, EXCLUDED.flag)
       RETURNING 1)
     SELECT count(*)::int AS n FROM written`,
    Count,
  );
  await transaction.query(sql`DROP TABLE ingest_value`);
  return row?.n ?? 0;
}
