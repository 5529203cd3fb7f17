import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinSite } from '#contract/basin.ts';
import { throwIfStopped } from '#domain/import-stopped.ts';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { findOrAddLocation } from '../basin/locations.ts';
import { type LookupIds, writeLookupTables } from '../basin/write-lookup-tables.ts';
import type { Import, ImportStore } from '../import-series.ts';
import { addSeriesReport, type IngestReport, type ReasonCount, type SeriesReport } from '../report.ts';
import { eachUntilStopped } from '../until-stopped.ts';
import type { OfficialRejection, OfficialSite } from './parse-official.ts';
import { readOfficial } from './read-official.ts';

/** Imports official statistics and forecasts, one transaction per site, and adds their counts to `report`. */
export async function ingestOfficial(
  store: ImportStore,
  { request, basin, tools, signal }: Import,
  report: IngestReport,
): Promise<void> {
  const places = await store.transaction((transaction) => writeLookupTables(transaction, basin));
  const context = { places, fetchedAt: tools.now().toISOString() };
  for await (const each of eachUntilStopped(readOfficial(basin, request, tools), signal)) {
    throwIfStopped(signal);
    switch (each.kind) {
      case 'unknown':
        report.unknown_columns.push(each.name);
        break;
      case 'refused':
        report.failures.push({ name: each.name, message: each.message });
        break;
      case 'statistics': {
        const series = await store.transaction((transaction) => writeStatistics(transaction, context, each));
        for (const one of series) addSeriesReport(report, one);
        const count = series.reduce((sum, { written }) => sum + written, 0);
        tools.onProgress(`${each.name}: ${count} official statistics written`);
        break;
      }
      case 'forecasts': {
        const one = await store.transaction((transaction) => writeForecasts(transaction, context, each));
        addSeriesReport(report, one);
        tools.onProgress(`${each.name}: ${one.written} official forecasts written`);
      }
    }
  }
}

type WriteContext = {
  readonly places: LookupIds;
  /** An ISO 8601 instant. */
  readonly fetchedAt: string;
};

const Written = z.object({ written: z.int() });
const examplesPerReason = 5;

/**
 * Writes the statistics of a site and returns a report for each of its series. Statistics that the agency no longer
 * publishes are removed, unless it sent none: those of two periods must not mix.
 */
async function writeStatistics(
  transaction: StoreTransaction,
  { places, fetchedAt }: WriteContext,
  { site, agency, sets }: Extract<OfficialSite, { kind: 'statistics' }>,
): Promise<SeriesReport[]> {
  const reports: SeriesReport[] = [];
  for (const { name, parameter, period, statistics, missing, rejections, notes } of sets) {
    const written =
      statistics.length === 0
        ? 0
        : await upsertStatistics(transaction, {
            ndx: await findOrAddLocation(transaction, places, site),
            parameter,
            agency,
            period,
            fetchedAt,
            rows: JSON.stringify(
              statistics.map(({ statistic, monthDay, value, years = null }) => ({
                statistic,
                month_day: monthDay,
                value,
                years,
              })),
            ),
          });
    const counts = { count: statistics.length, written, missing, rejections, notes };
    reports.push(toReport(`${name} official statistics`, site, parameter, counts));
  }
  return reports;
}

type StatisticRows = {
  readonly ndx: number;
  readonly parameter: number;
  readonly agency: string;
  readonly period: string;
  readonly fetchedAt: string;
  /** JSON of `statistic`, `month_day`, `value` and `years`. */
  readonly rows: string;
};

async function upsertStatistics(
  transaction: StoreTransaction,
  { ndx, parameter, agency, period, fetchedAt, rows }: StatisticRows,
): Promise<number> {
  const [counts] = await transaction.query(
    sql`with sent as (
       select * from jsonb_to_recordset(${rows}::text::jsonb)
         as r(statistic text, month_day char(5), value float8, years smallint)),
     removed as (
       delete from official_statistic o
       where o.loc_ndx = ${ndx}::int and o.parameter_ndx = ${parameter}::smallint and o.agency = ${agency}::text
         and not exists (select from sent s where (s.statistic, s.month_day) = (o.statistic, o.month_day))),
     written as (
       insert into official_statistic as o
         (loc_ndx, parameter_ndx, agency, statistic, month_day, value, years, period, fetched_at)
       select ${ndx}::int, ${parameter}::smallint, ${agency}::text, statistic, month_day, value, years,
         ${period}::text, ${fetchedAt}::text::timestamptz
       from sent
       on conflict (loc_ndx, parameter_ndx, agency, statistic, month_day) do update
       set value = excluded.value, years = excluded.years, period = excluded.period, fetched_at = excluded.fetched_at
       where (o.value, o.years, o.period) is distinct from (excluded.value, excluded.years, excluded.period)
       returning 1)
     select (select count(*) from written)::int as written`,
    Written,
  );
  return counts?.written ?? 0;
}

/** Writes the forecasts for a station. Earlier publications stay. */
async function writeForecasts(
  transaction: StoreTransaction,
  { places, fetchedAt }: WriteContext,
  { name, site, forecasts, missing, rejections }: Extract<OfficialSite, { kind: 'forecasts' }>,
): Promise<SeriesReport> {
  const report = (written: number) =>
    toReport(`${name} official forecasts`, site, parameterNdx.streamflow, {
      count: forecasts.length,
      written,
      missing,
      rejections,
      notes: [],
    });
  if (forecasts.length === 0) return report(0);
  const ndx = await findOrAddLocation(transaction, places, site);
  const rows = JSON.stringify(
    forecasts.map((each) => ({
      station: each.station,
      point_name: each.pointName ?? null,
      publication_date: each.publicationDate,
      period_start: each.periodStart,
      period_end: each.periodEnd,
      exceedance: each.exceedance,
      value_af: each.valueAf,
      normal_af: each.normalAf ?? null,
    })),
  );
  const [counts] = await transaction.query(
    sql`with sent as (
       select distinct on (station, publication_date, period_start, period_end, exceedance) *
       from jsonb_to_recordset(${rows}::text::jsonb)
         as r(station text, point_name text, publication_date date, period_start char(5), period_end char(5),
           exceedance smallint, value_af float8, normal_af float8)),
     written as (
       insert into official_forecast as o (loc_ndx, station, point_name, publication_date, period_start, period_end,
         exceedance, value_af, normal_af, fetched_at)
       select ${ndx}::int, sent.*, ${fetchedAt}::text::timestamptz from sent
       on conflict (loc_ndx, station, publication_date, period_start, period_end, exceedance) do update
       set point_name = excluded.point_name, value_af = excluded.value_af, normal_af = excluded.normal_af,
         fetched_at = excluded.fetched_at
       where (o.point_name, o.value_af, o.normal_af)
         is distinct from (excluded.point_name, excluded.value_af, excluded.normal_af)
       returning 1)
     select (select count(*) from written)::int as written`,
    Written,
  );
  return report(counts?.written ?? 0);
}

type Counts = {
  /** Usable rows. */
  readonly count: number;
  readonly written: number;
  readonly missing: number;
  readonly rejections: readonly OfficialRejection[];
  readonly notes: readonly string[];
};

function toReport(
  name: string,
  site: BasinSite,
  parameter: ParameterNdx,
  { count, written, missing, rejections, notes }: Counts,
): SeriesReport {
  return {
    name,
    loc_id: site.id.toUpperCase(),
    loc_name: site.name,
    parameter_ndx: parameter,
    first: null,
    last: null,
    read: count + rejections.length,
    written,
    unchanged: count - written,
    missing,
    rejected: countReasons(rejections),
    flagged: [],
    revised: 0,
    replaced_demo: false,
    notes,
  };
}

/** Counts rejections by reason, with the first of them as examples. */
function countReasons(rejections: readonly OfficialRejection[]): ReasonCount[] {
  return [...Map.groupBy(rejections, ({ reason }) => reason)].map(([reason, found]) => ({
    reason,
    count: found.length,
    examples: found.slice(0, examplesPerReason).map(({ at, value }) => ({ date: at, value })),
  }));
}
