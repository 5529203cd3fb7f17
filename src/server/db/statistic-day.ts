import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { type YearKind, yearKinds } from '#domain/season/season.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { medianPeakOf, snowSeasons } from '#domain/snow/snowpack.ts';
import type {
  DayStatistic,
  RankedDayStatistic,
  RecordStatistics,
} from '#domain/statistics/daily-statistics.ts';
import {
  approvedOnly,
  daysOfStatistics,
  limitToStatistics,
  measureStatistics,
} from '#domain/statistics/record-statistics.ts';
import {
  type Percent,
  percents,
  type StatisticBasis,
  type StatisticPeriod,
} from '#domain/statistics/statistics.ts';
import { type Measure, measures, parameterNdx } from '#domain/vocabulary.ts';
import { type WeekChangeStatistic, weekChangeStatistics } from '#domain/week-changes.ts';
import { type BinaryCell, encodeRows } from './binary-copy.ts';
import type { Queryable } from './queryable.ts';
import { statisticsOfSql } from './record-heads.ts';
import { readRecord, type SeriesKey } from './records.ts';
import { allSortedSql, createSortedValues, packSortedValues, type SortedValues } from './sorted-values.ts';
import type { StoreTransaction } from './store.ts';

/** A column of `statistic_day` with a number by day, and where a statistic has it. */
type Column<Statistic> = readonly [type: 'int2[]' | 'float8[]', of: (each: Statistic) => number | undefined];

const dayColumns = {
  counts: ['int2[]', (each) => each.count],
  first_years: ['int2[]', (each) => each.firstYear],
  last_years: ['int2[]', (each) => each.lastYear],
  provisional: ['int2[]', (each) => each.provisional],
  estimated: ['int2[]', (each) => each.estimated],
  minimum: ['float8[]', (each) => each.minimum],
  p5: ['float8[]', (each) => each.percentiles[5]],
  p10: ['float8[]', (each) => each.percentiles[10]],
  p25: ['float8[]', (each) => each.percentiles[25]],
  median: ['float8[]', (each) => each.median],
  p75: ['float8[]', (each) => each.percentiles[75]],
  p90: ['float8[]', (each) => each.percentiles[90]],
  p95: ['float8[]', (each) => each.percentiles[95]],
  maximum: ['float8[]', (each) => each.maximum],
} as const satisfies Record<string, Column<DayStatistic>>;

/** The usual changes of a week. */
const weekChangeColumns = {
  change_counts: ['int2[]', (each) => each.count],
  change_median: ['float8[]', (each) => each.median],
  change_iqr: ['float8[]', (each) => each.spread],
} as const satisfies Record<string, Column<WeekChangeStatistic>>;

/** 366 numbers by the order of the day; null where there is none. */
type NumbersByDay = readonly (number | null)[];
type StatisticColumns = Readonly<Record<keyof typeof dayColumns, NumbersByDay>>;

/** Packs statistics by day into cells; null without any. */
function toCells<Statistic extends { readonly order: number }>(
  columns: Readonly<Record<string, Column<Statistic>>>,
  statistics: readonly Statistic[],
): BinaryCell[] {
  return Object.values(columns).map(([type, of]) => {
    const numbers = new Array<number | null>(366).fill(null);
    for (const each of statistics) numbers[each.order - 1] = of(each) ?? null;
    return { type, value: statistics.length > 0 ? numbers : null };
  });
}

/** Unpacks what `toCells` has packed. */
function unpackStatistics(columns: StatisticColumns, period: StatisticPeriod): DayStatistic[] {
  return columns.counts.flatMap((count, at): DayStatistic[] => {
    if (count === null) return [];
    const numberOf = (name: keyof StatisticColumns) => columns[name][at] ?? 0;
    return [
      {
        order: at + 1,
        period,
        count,
        firstYear: numberOf('first_years'),
        lastYear: numberOf('last_years'),
        provisional: numberOf('provisional'),
        estimated: numberOf('estimated'),
        minimum: numberOf('minimum'),
        median: numberOf('median'),
        maximum: numberOf('maximum'),
        percentiles: percentilesAt(columns, at),
      },
    ];
  });
}

function percentilesAt(columns: StatisticColumns, at: number): DayStatistic['percentiles'] {
  const found: Partial<Record<Percent, number>> = {};
  for (const percent of percents) {
    const value = columns[`p${percent}`][at];
    if (value !== null && value !== undefined) found[percent] = value;
  }
  return found;
}

const storedColumns = [
  'loc_ndx',
  'parameter_ndx',
  'year_kind',
  'measure',
  'years',
  'period',
  ...Object.keys(dayColumns),
  ...Object.keys(weekChangeColumns),
  'peak_median',
  'sorted',
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
  Object.keys(dayColumns).map((column) => sql`s.${sql.identifier(column)}`),
  sql`, `,
);

/** Reads the statistics of a record. Computes them where they are not stored yet. */
export async function readStatistics(
  from: Queryable,
  key: SeriesKey,
  kind: YearKind,
  measure: Measure,
): Promise<RecordStatistics> {
  const [row] = await from.query(
    sql`select to_json(s.years) as years, s.period,
        case when s.counts is not null then json_build_array(${columnsSql}) end as columns
      from statistic_day s
      where s.loc_ndx = ${key.loc_ndx}::int and s.parameter_ndx = ${key.parameter_ndx}::int
        and s.year_kind = ${kind} and s.measure = ${measure}`,
    StatisticRow,
  );
  if (!row) return computeStatistics(from, key, kind, measure);
  const { years, period, columns } = row;
  return { years, statistics: columns ? unpackStatistics(toColumns(columns), period) : [] };
}

/** The values of the years of each day of a record, and whether they are those of months. */
export type RankedDays = {
  readonly period: StatisticPeriod;
  /** Undefined where no day has a statistic. */
  readonly sortedAt: SortedValues | undefined;
};

const RankedRow = z.object({
  at: z.int(),
  period: z.enum(['day', 'month']),
  sorted: z.nullable(z.string()),
});

/**
 * Reads the values of 1991–2020 of each day of the water year, for many records in one statement. Computes those that are
 * not stored yet.
 */
export async function readRankedDays(
  from: Queryable,
  keys: readonly SeriesKey[],
): Promise<readonly RankedDays[]> {
  const wanted = keys.map(({ loc_ndx, parameter_ndx }, at) => ({ at, loc_ndx, parameter_ndx }));
  const rows = await from.query(
    sql`select w.at, s.period, ${allSortedSql} as sorted
      from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w(at int, loc_ndx int, parameter_ndx int)
      join ${statisticsOfSql('w')}`,
    RankedRow,
  );
  const stored = new Map(rows.map((row) => [row.at, row]));
  return Promise.all(
    keys.map(async (key, at): Promise<RankedDays> => {
      const row = stored.get(at);
      if (row) {
        const { period, sorted } = row;
        return { period, sortedAt: sorted === null ? undefined : createSortedValues(sorted) };
      }
      const { statistics } = await computeStatistics(from, key, 'water', 'value');
      const byOrder = new Map(statistics.map((each) => [each.order, each.sorted]));
      const sortedAt = byOrder.size > 0 ? (order: number) => byOrder.get(order) : undefined;
      return { period: statistics[0]?.period ?? 'day', sortedAt };
    }),
  );
}

/** Reads the statistics of a record with their values, which are stored of water years only, and else computed. */
export async function readRankedStatistics(
  from: Queryable,
  key: SeriesKey,
  kind: YearKind,
  measure: Measure,
): Promise<RecordStatistics<RankedDayStatistic>> {
  if (kind !== 'water' || measure !== 'value') return computeStatistics(from, key, kind, measure);
  const [{ statistics, years }, [days]] = await Promise.all([
    readStatistics(from, key, kind, measure),
    readRankedDays(from, [key]),
  ]);
  return {
    years,
    statistics: statistics.map((each) => ({ ...each, sorted: days?.sortedAt?.(each.order) ?? [] })),
  };
}

/** The median of a day of the year, and the years that it rests on. */
export type DayMedian = StatisticBasis & { readonly median: number };

const MedianRow = z.object({
  at: z.int(),
  order: z.int(),
  median: z.number(),
  count: z.int(),
  firstYear: z.int(),
  lastYear: z.int(),
});

/**
 * Reads the medians of some days of the water year, by their order, for many records. Computes those that are not stored
 * yet.
 */
export async function readDayMedians(
  from: Queryable,
  wanted: readonly (SeriesKey & { readonly orders: readonly number[] })[],
): Promise<readonly ReadonlyMap<number, DayMedian>[]> {
  const list = wanted.map(({ loc_ndx, parameter_ndx, orders }, at) => ({
    at,
    loc_ndx,
    parameter_ndx,
    orders,
  }));
  const wantedSql = sql`json_to_recordset(${JSON.stringify(list)}::text::json)
    as w(at int, loc_ndx int, parameter_ndx int, orders int[])
    left join ${statisticsOfSql('w')}`;
  const rows = await from.query(
    sql`select w.at, o as "order", s.median[o] as median, s.counts[o] as count, s.first_years[o] as "firstYear",
        s.last_years[o] as "lastYear"
      from ${wantedSql} cross join lateral unnest(w.orders) o
      where s.median[o] is not null`,
    MedianRow,
  );
  const found = list.map(() => new Map<number, DayMedian>());
  for (const { at, order, ...median } of rows) found[at]?.set(order, median);
  const missing = await from.query(
    sql`select w.at from ${wantedSql} where s.loc_ndx is null`,
    z.object({ at: z.int() }),
  );
  for (const { at } of missing) {
    const key = wanted[at];
    if (!key) continue;
    const { statistics } = await computeStatistics(from, key, 'water', 'value');
    found[at] = new Map(statistics.map((each) => [each.order, each]));
  }
  return found;
}

function toColumns(columns: readonly NumbersByDay[]): StatisticColumns {
  return Object.fromEntries(
    Object.keys(dayColumns).map((name, at) => [name, columns[at] ?? []]),
  ) as StatisticColumns;
}

async function computeStatistics(
  from: Queryable,
  key: SeriesKey,
  kind: YearKind,
  measure: Measure,
): Promise<RecordStatistics<RankedDayStatistic>> {
  const { approved_only } = await readStatisticSetting(from);
  const record = await readRecord(from, key, [daysOfStatistics]);
  return measureStatistics(approved_only ? approvedOnly(record) : record, kind, measure, key.parameter_ndx);
}

/** The version of the formulas; another number makes every portal compute its statistics again. */
export const formulasVersion = 4;

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

export type RecordValues = { readonly key: SeriesKey; readonly values: SeriesColumns };

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
  record: SeriesColumns,
  kind: YearKind,
  measure: Measure,
): BinaryCell[] {
  const { statistics, years } = measureStatistics(record, kind, measure, parameter_ndx);
  // Only one row of a record has the changes, the peaks and the values of each day.
  const isFirst = kind === 'water' && measure === 'value';
  const hasPeaks = isFirst && parameter_ndx === parameterNdx.swe;
  return [
    { type: 'int4', value: loc_ndx },
    { type: 'int2', value: parameter_ndx },
    { type: 'text', value: kind },
    { type: 'text', value: measure },
    { type: 'int2[]', value: years },
    { type: 'text', value: statistics[0]?.period ?? 'day' },
    ...toCells<DayStatistic>(dayColumns, statistics),
    ...toCells<WeekChangeStatistic>(weekChangeColumns, isFirst ? weekChangeStatistics(record) : []),
    { type: 'float8', value: hasPeaks ? (medianPeakOf(snowSeasons(record))?.median ?? null) : null },
    { type: 'bytea', value: isFirst ? packSortedValues(statistics) : null },
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
    rows += await writeStatistics(to, [{ key, values: await readRecord(to, key, [daysOfStatistics]) }]);
  }
  return rows;
}
