import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { flagNames, flagNote } from '#domain/flags.ts';
import { daysOfStatistics } from '#domain/record-statistics.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { summarizeSeries } from '#server/db/record-summary.ts';
import { refreshStatistics, writeStatistics } from '#server/db/statistic-day.ts';
import type { Queryable, StoreTransaction } from '#server/db/store.ts';
import { dayZero } from '#server/db/value-sql.ts';
import { findOrAddLocation } from './basin/find-or-add-location.ts';
import type { LookupIds } from './basin/write-lookup-tables.ts';
import { toCopyCell } from './copy-rows.ts';
import { type FlaggedValue, flagSeries, splitStorable } from './quality/flag-series.ts';
import { countByReason, formatDayOrNull, type SeriesReport } from './report.ts';
import {
  otherSource,
  readSeriesSource,
  removeDemoValues,
  type SeriesKey,
  writeSeriesSource,
} from './series-source.ts';
import type { Rejection, SourceSeries } from './source.ts';
import { toStoredValues } from './stored-values.ts';
import {
  addRange,
  addRangesSql,
  addRevisionsSql,
  type HistoryEntry,
  readClock,
  removeOtherDays,
} from './value-history.ts';

/** Stored days before and after an import that the quality rules take into account. */
const contextDays = 120;
const valueColumns = ['rdate', 'result_value_daily', 'approval', 'qualifier', 'flag'] as const;

export type WriteOptions = {
  /** As the command line names the source. */
  readonly source: string;
  /** The import in `ingest_run`. */
  readonly run: number;
  readonly places: LookupIds;
  /** Write the series even if it belongs to another source. */
  readonly replaceSource: boolean;
};

/**
 * Writes one series and its summary. Adds new values and replaces revised ones; a stored value that the agency no
 * longer sends stays. What a revised value was before is added to the history. A value that fails a quality rule is
 * stored with a flag. Deletes the demo values of the series, so that synthetic values never mix with measurements.
 * @throws SourceRefused if the series belongs to another source
 */
export async function writeSeries(
  transaction: StoreTransaction,
  { source, run, places, replaceSource }: WriteOptions,
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
    notes: series.notes ?? [],
  };
  const [first] = storable;
  if (!first) return { ...report, flagged: [], written: 0, unchanged: 0, revised: 0, replaced_demo: false };
  const ndx = await findOrAddLocation(transaction, places, site);
  const record: SeriesKey = { ndx, parameter };
  const owner = await readSeriesSource(transaction, record);
  const isOtherSource = owner.source !== null && owner.source !== source;
  if (isOtherSource && !replaceSource) throw otherSource(series, owner, source);
  const replacedDemo = owner.is_demonstration ? await removeDemoValues(transaction, record) : 0;
  const isNew = owner.source === null;
  const last = storable.at(-1)?.day ?? first.day;
  const readStoredDays = (from: DayNumber, until: DayNumber) =>
    // Values of another source are no context for this one's.
    isNew || isOtherSource ? [] : readStored(transaction, record, from, until);
  const before = await readStoredDays(first.day - contextDays, first.day);
  const after = await readStoredDays(last + 1, last + contextDays);
  const { values, changed } = flagSeries({ before, readings: storable, after }, rules);
  const isEmpty = isNew && (await hasNoValues(transaction, record));
  const history = { run, knownFrom: await readClock(transaction) };
  const { written, revised, inNormals } = isEmpty
    ? await copyAll(transaction, record, values, history)
    : await upsert(transaction, record, [...changed, ...values], history, isOtherSource);
  const key = { loc_ndx: ndx, parameter_ndx: parameter };
  await summarizeSeries(transaction, [key]);
  const known = isEmpty ? toStoredValues(values) : undefined;
  if (known) await writeStatistics(transaction, [{ key, values: known }]);
  else if (inNormals > 0 || replacedDemo > 0) await refreshStatistics(transaction, [key]);
  await writeSeriesSource(transaction, record, { source, source_series: series.seriesId ?? series.name });
  return {
    ...report,
    flagged: countByReason(values.flatMap(flaggedOf)),
    written,
    unchanged: Math.max(0, values.length + changed.length - written),
    revised,
    replaced_demo: replacedDemo > 0,
  };
}

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

/** Reads the stored values from `from` until `until`, which is not included. */
async function readStored(
  transaction: Queryable,
  { ndx, parameter }: SeriesKey,
  from: DayNumber,
  until: DayNumber,
): Promise<FlaggedValue[]> {
  const rows = await transaction.query(
    sql`SELECT rdate - ${dayZero} AS day, result_value_daily AS value, approval, qualifier, flag
     FROM daily_value WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter}
       AND rdate >= ${formatDay(from)}::text::date AND rdate < ${formatDay(until)}::text::date
     ORDER BY rdate`,
    StoredValue,
  );
  return rows.map((row) => ({ ...row, qualifier: row.qualifier ?? undefined, flag: row.flag ?? undefined }));
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

const WriteCounts = z.object({
  written: z.int(),
  revised: z.int(),
  /** How many of the days that were written or removed can change statistics. */
  inNormals: z.int(),
});
type WriteCounts = z.output<typeof WriteCounts>;

/** Copies values into a series that has none, where nothing has to be compared. */
async function copyAll(
  transaction: StoreTransaction,
  { ndx, parameter }: SeriesKey,
  values: readonly FlaggedValue[],
  history: HistoryEntry,
): Promise<WriteCounts> {
  const columns = ['loc_ndx', 'parameter_ndx', ...valueColumns];
  await transaction.copy('daily_value', columns, toCsvLines(`${ndx},${parameter},`, values));
  const [first, last] = [values[0], values.at(-1)];
  if (first && last) await addRange(transaction, { ndx, parameter }, first.day, last.day, history);
  return { written: values.length, revised: 0, inNormals: values.length };
}

/**
 * Adds and replaces values, and adds to the history what changes. With `isReplacing`, days that are not among the
 * values are removed.
 */
async function upsert(
  transaction: StoreTransaction,
  key: SeriesKey,
  values: readonly FlaggedValue[],
  history: HistoryEntry,
  isReplacing: boolean,
): Promise<WriteCounts> {
  await transaction.query(
    sql`CREATE TEMP TABLE ingest_value
       (rdate date, result_value_daily real, approval char(1), qualifier text, flag text) ON COMMIT DROP`,
  );
  const counts = { written: 0, revised: 0, inNormals: 0 };
  for (const some of isReplacing ? [values] : partsOf(values)) {
    await transaction.copy('ingest_value', valueColumns, toCsvLines('', some));
    await transaction.query(sql`ANALYZE ingest_value`);
    const removed = isReplacing ? await removeOtherDays(transaction, key, history) : 0;
    const part = await upsertPart(transaction, key, history);
    counts.written += part.written;
    counts.revised += part.revised + removed;
    counts.inNormals += part.inNormals + removed;
    await transaction.query(sql`TRUNCATE ingest_value`);
  }
  await transaction.query(sql`DROP TABLE ingest_value`);
  return counts;
}

/** Values in one statement: some 50 ms, for which the embedded database blocks the thread. */
const partSize = 2000;

/** Divides values into parts of successive days. */
function partsOf(values: readonly FlaggedValue[]): FlaggedValue[][] {
  const sorted = values.toSorted((one, other) => one.day - other.day);
  return Array.from({ length: Math.ceil(sorted.length / partSize) }, (_, at) =>
    sorted.slice(at * partSize, (at + 1) * partSize),
  );
}

/** Adds and replaces the values of `ingest_value`. */
async function upsertPart(
  transaction: StoreTransaction,
  { ndx, parameter }: SeriesKey,
  history: HistoryEntry,
): Promise<WriteCounts> {
  const key = { ndx, parameter };
  const [firstDay, lastDay] = daysOfStatistics.map(formatDay);
  const [row] = await transaction.query(
    sql`WITH changed AS (
       SELECT d.* FROM daily_value d JOIN ingest_value i USING (rdate)
       WHERE d.loc_ndx = ${ndx}::int AND d.parameter_ndx = ${parameter}::smallint
         AND (d.result_value_daily, d.approval, d.qualifier, d.flag)
           IS DISTINCT FROM (i.result_value_daily, i.approval, i.qualifier, i.flag)),
     revised AS (${addRevisionsSql(sql`changed`, history)}),
     added AS (${addRangesSql(key, history)}),
     written AS (
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
       RETURNING d.rdate)
     SELECT (SELECT count(*) FROM written)::int AS written, (SELECT count(*) FROM changed)::int AS revised,
       (SELECT count(*) FROM written WHERE rdate BETWEEN ${firstDay}::text::date AND ${lastDay}::text::date)::int
         AS "inNormals"`,
    WriteCounts,
  );
  return row ?? { written: 0, revised: 0, inNormals: 0 };
}
