import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import { type Measure, measures } from '#domain/measure.ts';
import {
  approvedOnly,
  daysOfStatistics,
  limitToStatistics,
  type MeasuredStatistics,
  measureStatistics,
} from '#domain/record-statistics.ts';
import { type YearKind, yearKinds } from '#domain/season.ts';
import { snowSeasons } from '#domain/snow-season.ts';
import { medianPeakOf } from '#domain/snowpack.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { weekChangeStatistics } from '#domain/week-changes.ts';
import { type BinaryCell, encodeRows } from './binary-copy.ts';
import { readDailyColumns } from './daily-columns.ts';
import type { Queryable } from './queryable.ts';
import type { SeriesKey } from './record-summary.ts';
import {
  integerColumns,
  type NumbersByDay,
  packStatistics,
  packWeekChanges,
  type StatisticColumns,
  unpackStatistics,
  valueColumns,
  weekChangeColumns,
} from './statistic-columns.ts';
import type { StoreTransaction } from './store.ts';

const dayColumns = [...integerColumns, ...valueColumns];
const storedColumns = [
  'loc_ndx',
  'parameter_ndx',
  'year_kind',
  'measure',
  'years',
  'period',
  ...dayColumns,
  ...weekChangeColumns,
  'peak_median',
];

/** One check for all 366, because a comparison reads 4,758 numbers. */
const Numbers = z.custom<NumbersByDay>(
  (value) =>
    Array.isArray(value) && value.every((each: unknown) => each === null || typeof each === 'number'),
);

const StatisticRow = z.object({
  years: z.array(z.int()),
  period: z.enum(['day', 'month']),
  columns: z.nullable(z.array(Numbers)),
});

const columnsSql = sql.join(
  dayColumns.map((column) => sql.identifier(column)),
  sql`, `,
);

/** Reads the statistics of a record. Computes them where they are not stored yet. */
export async function readStatistics(
  from: Queryable,
  key: SeriesKey,
  kind: YearKind,
  measure: Measure,
): Promise<MeasuredStatistics> {
  const [row] = await from.query(
    sql`select to_json(years) as years, period,
        case when counts is not null then json_build_array(${columnsSql}) end as columns
      from statistic_day
      where loc_ndx = ${key.loc_ndx}::int and parameter_ndx = ${key.parameter_ndx}::int
        and year_kind = ${kind} and measure = ${measure}`,
    StatisticRow,
  );
  if (!row) return computeStatistics(from, key, kind, measure);
  const { years, period, columns } = row;
  return { years, statistics: columns ? unpackStatistics(toColumns(columns), period) : [] };
}

function toColumns(columns: readonly NumbersByDay[]): StatisticColumns {
  return Object.fromEntries(dayColumns.map((name, at) => [name, columns[at] ?? []])) as StatisticColumns;
}

async function computeStatistics(
  from: Queryable,
  key: SeriesKey,
  kind: YearKind,
  measure: Measure,
): Promise<MeasuredStatistics> {
  const { approved_only } = await readStatisticSetting(from);
  const record = await readDailyColumns(from, key, [daysOfStatistics]);
  return measureStatistics(approved_only ? approvedOnly(record) : record, kind, measure, key.parameter_ndx);
}

/** The version of the formulas; another number makes every portal compute its statistics again. */
export const formulasVersion = 2;

const Setting = z.object({ formulas: z.int(), approved_only: z.boolean() });
export type StatisticSetting = z.output<typeof Setting>;

/** Reads how the stored statistics are computed; `lock`, such as `for share`, needs a transaction. */
export async function readStatisticSetting(
  from: Queryable,
  lock: SQL = sql.empty(),
): Promise<StatisticSetting> {
  const [setting] = await from.query(
    sql`select formulas, approved_only from statistic_setting ${lock}`,
    Setting,
  );
  return setting ?? { formulas: formulasVersion, approved_only: false };
}

export type RecordValues = { readonly key: SeriesKey; readonly values: DailyRecordColumns };

/**
 * Replaces the statistics of records that have a summary. The values are those that pass the quality rules, on the
 * days of statistics at least. Returns the number of rows.
 */
export async function writeStatistics(
  to: StoreTransaction,
  records: readonly RecordValues[],
): Promise<number> {
  // Keeps the setting as it is until the end of the transaction.
  const { approved_only } = await readStatisticSetting(to, sql`for share`);
  const discharges = await readDischarges(to);
  const rows = records.flatMap(({ key, values }) => {
    const limited = limitToStatistics(values);
    const used = approved_only ? approvedOnly(limited) : limited;
    const ofRecord: readonly Measure[] = discharges.has(key.parameter_ndx) ? measures : ['value'];
    return yearKinds.flatMap((kind) => ofRecord.map((measure) => toRow(key, used, kind, measure)));
  });
  for (const { key } of records) {
    await to.query(
      sql`delete from statistic_day
        where loc_ndx = ${key.loc_ndx}::int and parameter_ndx = ${key.parameter_ndx}::int`,
    );
  }
  if (rows.length > 0) {
    await to.copyBinary('statistic_day', storedColumns, encodeRows(rows));
  }
  return rows.length;
}

/** Parameters in cfs have volumes. */
async function readDischarges(from: Queryable): Promise<ReadonlySet<number>> {
  const rows = await from.query(
    sql`select parameter_ndx from parameter where units_name = 'cfs'`,
    z.object({ parameter_ndx: z.int() }),
  );
  return new Set(rows.map(({ parameter_ndx }) => parameter_ndx));
}

function toRow(
  { loc_ndx, parameter_ndx }: SeriesKey,
  record: DailyRecordColumns,
  kind: YearKind,
  measure: Measure,
): BinaryCell[] {
  const { statistics, years } = measureStatistics(record, kind, measure, parameter_ndx);
  const columns = statistics.length > 0 ? packStatistics(statistics) : undefined;
  return [
    { type: 'int4', value: loc_ndx },
    { type: 'int2', value: parameter_ndx },
    { type: 'text', value: kind },
    { type: 'text', value: measure },
    { type: 'int2[]', value: years },
    { type: 'text', value: statistics[0]?.period ?? 'day' },
    ...integerColumns.map((name) => ({ type: 'int2[]' as const, value: columns?.[name] ?? null })),
    ...valueColumns.map((name) => ({ type: 'float8[]' as const, value: columns?.[name] ?? null })),
    ...toExtraCells(record, kind === 'water' && measure === 'value', parameter_ndx),
  ];
}

/** The cells of `weekChangeColumns` and `peak_median`, which only one row of a record has. */
function toExtraCells(record: DailyRecordColumns, isIncluded: boolean, parameter: number): BinaryCell[] {
  const changes = isIncluded ? weekChangeStatistics(record) : [];
  const columns = changes.length > 0 ? packWeekChanges(changes) : undefined;
  const hasPeaks = isIncluded && parameter === parameterNdx.swe;
  return [
    { type: 'int2[]', value: columns?.change_counts ?? null },
    { type: 'float8[]', value: columns?.change_median ?? null },
    { type: 'float8[]', value: columns?.change_iqr ?? null },
    { type: 'float8', value: hasPeaks ? (medianPeakOf(snowSeasons(record))?.median ?? null) : null },
  ];
}

/** Computes the statistics of records again from their stored values. Returns the number of rows. */
export async function refreshStatistics(to: StoreTransaction, keys: readonly SeriesKey[]): Promise<number> {
  let rows = 0;
  for (const key of keys) {
    // The lock keeps an import from changing values meanwhile. A record without values has no summary.
    const [found] = await to.query(
      sql`select from location_parameter
        where loc_ndx = ${key.loc_ndx}::int and parameter_ndx = ${key.parameter_ndx}::int for update`,
    );
    if (!found) continue;
    rows += await writeStatistics(to, [{ key, values: await readDailyColumns(to, key, [daysOfStatistics]) }]);
  }
  return rows;
}
