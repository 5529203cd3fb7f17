import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { flagNames, flagNote } from '#domain/qualifiers.ts';
import { aboveCapacity } from '#domain/quantity.ts';
import { daysOfStatistics } from '#domain/statistics/record-statistics.ts';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { dayZero, intArraySql, type Queryable } from '#server/db/queryable.ts';
import { deleteReadings } from '#server/db/readings.ts';
import { readRecord, type SeriesKey, summarizeSeries } from '#server/db/records.ts';
import { refreshStatistics, writeStatistics } from '#server/db/statistic-day.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { findLocation, findOrAddLocation } from '../basin/locations.ts';
import type { LookupIds } from '../basin/write-lookup-tables.ts';
import { flagOutliers } from '../quality/flag-outliers.ts';
import { flagSeries, placesToWrite } from '../quality/flag-samples.ts';
import {
  findSuspectUnit,
  hasSignedLevels,
  type MonthLevel,
  minFileDays,
  minLevelDays,
  minRecordDays,
  monthLevelsOf,
  seasonRangesOf,
} from '../quality/magnitude.ts';
import { unitOf } from '../reading/units.ts';
import { countByReason, emptySeriesReport, formatDayOrNull, type SeriesReport } from '../report.ts';
import { SourceRefused, type SourceSeries, type Target } from '../source.ts';
import { inBatchesOf } from './batches.ts';
import { copyValues } from './copy-values.ts';
import { type FlaggedValues, type ImportedDays, noDailyValues } from './daily-values.ts';
import { describeOtherRecord, otherSource, readSeriesSource, writeSeriesSource } from './series-source.ts';
import { toStoredValues } from './stored-values.ts';
import {
  addRange,
  addRangesSql,
  addRevisionsSql,
  findAbsentDays,
  type HistoryEntry,
  readClock,
  removeDays,
} from './value-history.ts';

/**
 * Says which unit the values of a file seem to be in, if that is not the one of the stored record. Undefined if they
 * are like the record in the same months, or if it or they are too few to tell.
 */
async function describeSuspectUnit(
  from: Queryable,
  key: SeriesKey,
  readings: ImportedDays,
  { parameter }: Target,
): Promise<string | undefined> {
  if (readings.days.length < minFileDays) return undefined;
  const levels = monthLevelsOf(readings, parameter);
  const record = await readMonthLevels(from, key, levels, parameter);
  const suspect = findSuspectUnit(levels, seasonRangesOf(record, parameter), parameter);
  if (!suspect) return undefined;
  const unit = unitOf(parameter);
  return suspect.isTwice
    ? `The values are unlike all that this record has had in the same months. They seem to have been converted from ${suspect.unit} although they were in ${unit}.`
    : `The values are unlike all that this record has had in the same months. They seem to be in ${suspect.unit}, not in ${unit}.`;
}

const MonthRow = z.object({ month: z.int(), level: z.number() });

/** Reads the levels of a record in the months of some levels and the months beside them. */
async function readMonthLevels(
  from: Queryable,
  { loc_ndx }: SeriesKey,
  levels: readonly MonthLevel[],
  parameter: ParameterNdx,
): Promise<readonly MonthLevel[]> {
  const isSigned = hasSignedLevels(parameter);
  const months = new Set(levels.flatMap(({ month }) => [((month + 10) % 12) + 1, month, (month % 12) + 1]));
  const size = isSigned ? sql`result_value_daily` : sql`abs(result_value_daily)`;
  const counts = isSigned ? sql`true` : sql`result_value_daily <> 0`;
  return from.query(
    sql`SELECT extract(month FROM rdate)::int AS month,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY ${size})::float8 AS level
     FROM daily_value WHERE loc_ndx = ${loc_ndx} AND parameter_ndx = ${parameter} AND flag IS NULL AND ${counts}
       AND extract(month FROM rdate)::int = ANY(${intArraySql([...months])})
     GROUP BY extract(year FROM rdate), extract(month FROM rdate)
     HAVING count(*) >= ${minLevelDays(parameter)}::int`,
    MonthRow,
  );
}

/** Stored days before and after an import that the quality rules take into account. */
const contextDays = 120;

type ReadSeries = Extract<SourceSeries, { kind: 'read' }>;

export type WriteSeriesOptions = {
  /** As the command line names the source. */
  readonly source: string;
  /** The import in `ingest_run`. */
  readonly run: number;
  readonly places: LookupIds;
  /** Which sites are up- and downstream of each other. */
  readonly rivers: Basin['rivers'];
  /** Write the series even if it belongs to another source. */
  readonly replaceSource: boolean;
  /** Write the series even if its values seem to be in another unit than the stored ones. */
  readonly acceptMagnitude: boolean;
};

/**
 * Writes one series and its summary. Adds new values, replaces revised ones, and removes those of days that the agency now
 * sends without a value; a stored day that it does not send stays. What a changed day held before is added to the history.
 * A value that fails a quality rule is stored with a flag.
 * @throws SourceRefused if the series belongs to another source, or if its values seem to be in another unit
 */
export async function writeSeries(
  transaction: StoreTransaction,
  { source, run, places, rivers, replaceSource, acceptMagnitude }: WriteSeriesOptions,
  series: ReadSeries,
): Promise<SeriesReport> {
  const { site, parameter, rules } = series.target;
  const { readings } = series;
  const report = {
    ...emptySeriesReport(series.name, site, parameter),
    first: formatDayOrNull(readings.days[0]),
    last: formatDayOrNull(readings.days.at(-1)),
    read: readings.days.length + series.rejections.length,
    missing: series.missing.length,
    rejected: countByReason(series.rejections.toSorted((one, other) => one.day - other.day)),
  };
  const [first] = readings.days;
  const last = readings.days.at(-1);
  const { notes = [] } = series;
  const hasValues = first !== undefined && last !== undefined;
  if (!hasValues && series.missing.length === 0) return { ...report, notes };
  const ndx = hasValues
    ? await findOrAddLocation(transaction, places, site)
    : await findLocation(transaction, site);
  if (ndx === undefined) return { ...report, notes };
  const key: SeriesKey = { loc_ndx: ndx, parameter_ndx: parameter };
  const owner = await readSeriesSource(transaction, key);
  const history = { run, knownFrom: await readClock(transaction) };
  const withdrawn =
    owner.source === source
      ? await withdrawDays(transaction, key, history, series)
      : { removed: 0, notes: [] };
  if (!hasValues) return { ...report, ...withdrawn, notes: [...notes, ...withdrawn.notes] };
  const isOtherSource = owner.source !== null && owner.source !== source;
  if (isOtherSource && !replaceSource) throw otherSource(series, owner, source);
  const isKnown = owner.values >= minRecordDays;
  const doubt = isKnown ? await describeSuspectUnit(transaction, key, readings, series.target) : undefined;
  if (doubt !== undefined && !acceptMagnitude)
    throw new SourceRefused(`${doubt} If they are right, add --accept-magnitude.`);
  if (isOtherSource) await deleteReadings(transaction, key);
  const isNew = owner.source === null;
  const readStoredDays = (from: DayNumber, until: DayNumber) =>
    // Values of another source are no context for this one's.
    isNew || isOtherSource ? noStoredValues : readStored(transaction, key, from, until);
  const before = await readStoredDays(first - contextDays, first - 1);
  const after = await readStoredDays(last + 1, last + contextDays - 1);
  const context = { before, readings, after };
  const all = await flagOutliers(transaction, flagSeries(context, rules), {
    key: isNew || isOtherSource ? undefined : key,
    storedValues: owner.values,
    target: series.target,
    rivers,
  });
  const { added, changed } = placesToWrite(all, context);
  const isEmpty = isNew && (await hasNoValues(transaction, key));
  const { written, revised, removed, inNormals } = isEmpty
    ? await copyAll(transaction, key, all, history)
    : await upsert(transaction, key, all, {
        places: [...changed, ...added],
        history,
        isReplacing: isOtherSource,
      });
  await summarizeSeries(transaction, [key]);
  const known = isEmpty ? toStoredValues(all) : undefined;
  if (known) await writeStatistics(transaction, [{ key, values: known }]);
  else if (inNormals > 0 || withdrawn.removed > 0) await refreshStatistics(transaction, [key]);
  await writeSeriesSource(
    transaction,
    key,
    { source, source_series: series.seriesId ?? series.name },
    history,
  );
  return {
    ...report,
    flagged: countByReason(added.flatMap((at) => flaggedAt(all, at))),
    written,
    unchanged: Math.max(0, added.length + changed.length - written),
    revised,
    removed: removed + withdrawn.removed,
    notes: [
      ...notes,
      ...describeAboveCapacity(series.target, all, added),
      ...withdrawn.notes,
      ...(owner.source === source ? await describeAbsent(transaction, key, series) : []),
      ...(isOtherSource ? [] : describeOtherRecord(series, owner)),
      ...(doubt === undefined ? [] : [`Accepted: ${doubt}`]),
    ],
  };
}

/** An answer without any value that withdraws more days than this is rather a fault of the service. */
const maxDaysWithoutValue = 31;

/** Removes the stored values of the days that the agency now sends without a value. @throws SourceRefused */
async function withdrawDays(
  transaction: StoreTransaction,
  key: SeriesKey,
  history: HistoryEntry,
  { missing, readings }: ReadSeries,
): Promise<{ readonly removed: number; readonly notes: readonly string[] }> {
  const known = new Set(readings.days);
  const days = missing.filter((day) => !known.has(day));
  if (days.length === 0) return { removed: 0, notes: [] };
  const isMissing = sql`d.rdate IN (SELECT ${dayZero} + m.day FROM unnest(${intArraySql(days)}) m(day))`;
  const { count, first, last } = await removeDays(transaction, key, history, isMissing);
  if (count === 0) return { removed: 0, notes: [] };
  if (readings.days.length === 0) {
    if (count > maxDaysWithoutValue)
      throw new SourceRefused(
        `The answer has no value at all, although ${count} of its days are stored, from ${first} to ${last}. They stay.`,
      );
    await summarizeSeries(transaction, [key]);
    await refreshStatistics(transaction, [key]);
  }
  const note =
    count === 1
      ? `The agency has withdrawn the stored value of ${first}, which the history keeps.`
      : `The agency has withdrawn ${count} stored values, from ${first} to ${last}, which the history keeps.`;
  return { removed: count, notes: [note] };
}

/** Says that storage is above the capacity, which may be out of date: it counts all the same, unless it is flagged. */
function describeAboveCapacity(
  { site: { capacity_af: capacity = Infinity }, parameter }: Target,
  { days, values, flags }: FlaggedValues,
  added: readonly number[],
): string[] {
  if (parameter !== parameterNdx.storage) return [];
  const above = added.filter((at) => flags[at] === undefined && (values[at] ?? 0) > capacity);
  const [first, ...others] = above;
  if (first === undefined) return [];
  const highest = others.reduce(
    (one, other) => ((values[other] ?? 0) > (values[one] ?? 0) ? other : one),
    first,
  );
  const are = above.length === 1 ? 'value is' : 'values are';
  return [
    `${above.length} ${are} ${aboveCapacity}, ${capacity} AF, and ${above.length === 1 ? 'counts' : 'count'}: the highest is ${values[highest]} on ${formatDay(days[highest] ?? 0)}.`,
  ];
}

/** Says which stored days the agency did not send, although they are among those that it was asked for. */
async function describeAbsent(
  from: Queryable,
  key: SeriesKey,
  { asked, readings, missing, rejections }: ReadSeries,
): Promise<string[]> {
  const rejected = rejections.map(({ day }) => day);
  const ends = [readings.days[0], readings.days.at(-1), ...missing].filter((day) => day !== undefined);
  const span = [
    ends.reduce((one, other) => Math.min(one, other)),
    ends.reduce((one, other) => Math.max(one, other)),
  ] as const;
  const { count, first, last } = await findAbsentDays(from, key, asked ?? span, {
    stored: readings.days,
    rejected,
  });
  if (count === 0) return [];
  return [
    count === 1
      ? `The answer lacks ${first}, which is stored and stays.`
      : `The answer lacks ${count} days between ${first} and ${last} that are stored and stay.`,
  ];
}

function flaggedAt({ days, values, flags }: FlaggedValues, at: number) {
  const flag = flags[at];
  return flag === undefined
    ? []
    : [{ day: days[at] ?? 0, value: String(values[at]), reason: flagNote(flag) }];
}

async function hasNoValues(transaction: Queryable, { loc_ndx, parameter_ndx }: SeriesKey): Promise<boolean> {
  const found = await transaction.query(
    sql`SELECT FROM daily_value WHERE loc_ndx = ${loc_ndx} AND parameter_ndx = ${parameter_ndx} LIMIT 1`,
  );
  return found.length === 0;
}

const noStoredValues: FlaggedValues = { ...noDailyValues, flags: [] };

/** Reads the stored values of some days. */
async function readStored(
  transaction: Queryable,
  key: SeriesKey,
  first: DayNumber,
  last: DayNumber,
): Promise<FlaggedValues> {
  const options = { withQualifiers: true, withFlagged: true };
  const record = await readRecord(transaction, key, [[first, last]], options);
  const { days, values, approval, qualifiers, flags } = record;
  return {
    days,
    values,
    marks: days.map((day, at) => ({
      approval: approval[at] === 'A' ? 'A' : 'P',
      qualifier: qualifiers.get(day),
    })),
    flags: days.map((day) => flagNames.find((name) => name === flags.get(day))),
  };
}

const WriteCounts = z.object({
  written: z.int(),
  revised: z.int(),
  removed: z.int(),
  /** How many of the days that were written or removed can change statistics. */
  inNormals: z.int(),
});
type WriteCounts = z.output<typeof WriteCounts>;

/** Copies values into a series that has none, where nothing has to be compared. */
async function copyAll(
  transaction: StoreTransaction,
  key: SeriesKey,
  values: FlaggedValues,
  history: HistoryEntry,
): Promise<WriteCounts> {
  const { days } = values;
  await copyValues(transaction, 'daily_value', key, values);
  await addRange(transaction, key, days[0] ?? 0, days.at(-1) ?? 0, history);
  return { written: days.length, revised: 0, removed: 0, inNormals: days.length };
}

type UpsertOptions = {
  /** Of the values that are written. */
  readonly places: readonly number[];
  readonly history: HistoryEntry;
  readonly isReplacing: boolean;
};

/**
 * Adds and replaces values, and adds to the history what changes. With `isReplacing`, days that are not among the
 * values are removed.
 */
async function upsert(
  transaction: StoreTransaction,
  key: SeriesKey,
  values: FlaggedValues,
  { places, history, isReplacing }: UpsertOptions,
): Promise<WriteCounts> {
  await transaction.query(sql`CREATE TEMP TABLE ingest_value (LIKE daily_value) ON COMMIT DROP`);
  const counts = { written: 0, revised: 0, removed: 0, inNormals: 0 };
  const sorted = places.toSorted((one, other) => one - other);
  for (const some of isReplacing ? [places] : inBatchesOf(sorted, partSize)) {
    await copyValues(transaction, 'ingest_value', key, values, some);
    await transaction.query(sql`ANALYZE ingest_value`);
    if (isReplacing) {
      const isOther = sql`NOT EXISTS (SELECT FROM ingest_value i WHERE i.rdate = d.rdate)`;
      counts.removed += (await removeDays(transaction, key, history, isOther)).count;
    }
    const part = await upsertPart(transaction, key, history);
    counts.written += part.written;
    counts.revised += part.revised;
    counts.inNormals += part.inNormals;
    await transaction.query(sql`TRUNCATE ingest_value`);
  }
  await transaction.query(sql`DROP TABLE ingest_value`);
  return { ...counts, inNormals: counts.inNormals + counts.removed };
}

/** Values in one statement: some 50 ms, for which the embedded database blocks the thread. */
const partSize = 2000;

/** Adds and replaces the values of `ingest_value`. */
async function upsertPart(
  transaction: StoreTransaction,
  { loc_ndx, parameter_ndx }: SeriesKey,
  history: HistoryEntry,
): Promise<Omit<WriteCounts, 'removed'>> {
  const key = { loc_ndx, parameter_ndx };
  const [firstDay, lastDay] = daysOfStatistics.map(formatDay);
  const [row] = await transaction.query(
    sql`WITH changed AS (
       SELECT d.* FROM daily_value d JOIN ingest_value i USING (rdate)
       WHERE d.loc_ndx = ${loc_ndx}::int AND d.parameter_ndx = ${parameter_ndx}::smallint
         AND (d.result_value_daily, d.approval, d.qualifier, d.flag)
           IS DISTINCT FROM (i.result_value_daily, i.approval, i.qualifier, i.flag)),
     revised AS (${addRevisionsSql(sql`changed`, history)}),
     added AS (${addRangesSql(key, history)}),
     written AS (
       INSERT INTO daily_value AS d (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier, flag)
       SELECT ${loc_ndx}::int, ${parameter_ndx}::smallint, rdate, result_value_daily, approval, qualifier, flag
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
    z.omit(WriteCounts, { removed: true }),
  );
  return row ?? { written: 0, revised: 0, inNormals: 0 };
}
