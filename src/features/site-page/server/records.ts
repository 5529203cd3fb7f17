import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { parameterFields } from '#contract/record-fields.ts';
import { usualInterval } from '#domain/freshness.ts';
import { mainRecordOf } from '#domain/parameters.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import type { DailyPoints } from '#domain/series-columns.ts';
import {
  completenessOf,
  type DayState,
  extentOf,
  type RecordExtent,
} from '#domain/statistics/completeness.ts';
import type { DayStatistic } from '#domain/statistics/daily-statistics.ts';
import type { Percent } from '#domain/statistics/statistics.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { FindingScope } from '#server/db/findings.ts';
import {
  allDays,
  type DayRange,
  readLatest,
  readRecord,
  readRecords,
  readYearCounts,
  type SeriesKey,
} from '#server/db/records.ts';
import { readStatistics } from '#server/db/statistic-day.ts';
import type { Queryable } from '#server/db/store.ts';
import { readFindingsOfSite } from '#server/findings/site-latest.ts';
import { thinToExtremes } from '#server/findings/thin-to-extremes.ts';
import { recordNotFound } from '#server/http/problems.ts';
import type { SiteRecord, SiteSeason, SiteStatistics, WellRecord } from '../contract.ts';
import { minTrendYears, recentTrendYears, type WellTrend, wellTrendOf } from '../rules/well-trend.ts';

const RecordRow = z.object({
  ...parameterFields,
  por_start: z.nullable(z.string()),
  por_end: z.nullable(z.string()),
  num_days: z.int(),
  total_samples: z.int(),
  source: z.nullable(z.string()),
  flagged: z.int(),
  provisional: z.int(),
});

/** Reads what is known of the records of a site without their values, in the order of their parameters. */
function readRecordRows(from: Queryable, location: number): Promise<z.output<typeof RecordRow>[]> {
  return from.query(
    sql`select p.parameter_ndx, p.parameter_name, p.units_name, lp.por_start::text, lp.por_end::text, lp.num_days,
        lp.total_samples, lp.source, lp.flagged, lp.provisional
      from location_parameter lp join parameter p using (parameter_ndx)
      where lp.loc_ndx = ${location}::int order by p.parameter_ndx`,
    RecordRow,
  );
}

/** A record of a site, and the days on which it has or should have values. */
export type ReadRecord = { readonly record: SiteRecord; readonly extent: RecordExtent | undefined };

/**
 * Reads the records of a site in the order of their parameters. `today` is the day in the basin, `YYYY-MM-DD`. The period of
 * a record is known to everyone, also where its values are withheld.
 */
export async function readSiteRecords(
  from: Queryable,
  location: number,
  today: string,
  scope: FindingScope,
): Promise<readonly ReadRecord[]> {
  const rows = await readRecordRows(from, location);
  const latestOf = new Map(
    (await readFindingsOfSite(from, String(location), scope)).map((finding) => [
      finding.parameter_ndx,
      finding,
    ]),
  );
  const counts = Map.groupBy(await readYearCounts(from, Number(location)), (each) => each.parameter_ndx);
  return Promise.all(
    rows.map(async ({ num_days, ...row }): Promise<ReadRecord> => {
      const years = counts.get(row.parameter_ndx) ?? [];
      const interval_days = usualInterval({ ...row, num_days });
      const [first, last] = [years[0]?.first, years.at(-1)?.last];
      const extent =
        first === undefined || last === undefined
          ? undefined
          : extentOf({ first, last, por_end: row.por_end }, interval_days, {
              text: today,
              day: dayNumber(today),
            });
      const is_withheld = !scope.isReadable(location);
      const latest = is_withheld ? null : (latestOf.get(row.parameter_ndx) ?? null);
      return {
        extent,
        record: {
          ...row,
          interval_days,
          is_withheld,
          latest,
          statistics: latest?.rdate ? await readStatisticsOn(from, latest, latest.rdate) : null,
          completeness: extent ? completenessOf(years, extent) : null,
          days: null,
        },
      };
    }),
  );
}

/** Reads the days of a range that have values, with their states, of records of a site, in their order. */
export async function readDayStates(
  from: Queryable,
  loc_ndx: number,
  parameters: readonly number[],
  range: DayRange,
): Promise<readonly (readonly { readonly day: DayNumber; readonly state: DayState }[])[]> {
  const parts = parameters.map((parameter_ndx) => ({ loc_ndx, parameter_ndx, ranges: [range] }));
  return (await readRecords(from, parts, { withFlagged: true })).map(({ days, approval, flags }) =>
    days.map((day, at) => ({
      day,
      state: flags.has(day) ? 'flagged' : approval[at] === 'P' ? 'provisional' : 'approved',
    })),
  );
}

/** Reads the statistics of a day of the year, `YYYY-MM-DD`; null with too few years. */
async function readStatisticsOn(
  from: Queryable,
  key: SeriesKey,
  day: string,
): Promise<SiteStatistics | null> {
  const { statistics } = await readStatistics(from, key, 'water', 'value');
  const order = dayOrderOf(dayNumber(day), 'water');
  const found = statistics.find((each) => each.order === order);
  if (!found) return null;
  const { period, count, firstYear, lastYear, provisional, estimated, percentiles } = found;
  const percentile = (percent: keyof typeof percentiles) => tidyOrNull(percentiles[percent]);
  return {
    period,
    count,
    first_year: firstYear,
    last_year: lastYear,
    provisional,
    estimated,
    minimum: tidyNumber(found.minimum),
    p5: percentile(5),
    p10: percentile(10),
    p25: percentile(25),
    median: tidyNumber(found.median),
    p75: percentile(75),
    p90: percentile(90),
    p95: percentile(95),
    maximum: tidyNumber(found.maximum),
  };
}

/** The last twelve months, the twelve before, and a day for the leap year. */
const shownDays = 731;

/**
 * Reads the last two years of a record, and the statistics of the days of the year.
 * @param parameter the main one of the site by default
 * @throws HttpProblem 404 for a parameter that the site does not have
 */
export async function readSeason(
  from: Queryable,
  location: number,
  parameter: number | undefined,
): Promise<SiteSeason> {
  const [rows, latest] = await Promise.all([
    readRecordRows(from, location),
    readLatest(from, { sites: [location] }),
  ]);
  const lastOf = new Map(latest.map(({ parameter_ndx, last }) => [parameter_ndx, last]));
  const measured = rows.flatMap((row) => {
    const last = lastOf.get(row.parameter_ndx);
    return last === undefined ? [] : [{ ...row, rdate: formatDay(last) }];
  });
  const row =
    parameter === undefined
      ? (mainRecordOf(measured) ?? rows[0])
      : rows.find((each) => each.parameter_ndx === parameter);
  if (!row) throw recordNotFound();
  const last = lastOf.get(row.parameter_ndx);
  const key = { loc_ndx: location, parameter_ndx: row.parameter_ndx };
  const [columns, { statistics }] = await Promise.all([
    readRecord(from, key, last === undefined ? [] : [[last - shownDays, last]], { withQualifiers: true }),
    readStatistics(from, key, 'water', 'value'),
  ]);
  const start = columns.days[0];
  return {
    ...toColumns(key, row, columns, start),
    approval: columns.approval,
    qualifiers: Object.fromEntries(
      [...columns.qualifiers].map(([day, text]) => [String(day - (start ?? 0)), text]),
    ),
    normals: normalsOf(statistics),
  };
}

/** The columns of a record, its days counted from `start`, which may be before the first one that is shown. */
function toColumns(
  key: SeriesKey,
  { parameter_name, units_name, source }: z.output<typeof RecordRow>,
  { days, values }: DailyPoints,
  start: DayNumber | undefined,
) {
  return {
    ...key,
    parameter_name,
    units_name,
    source,
    start: start === undefined ? null : formatDay(start),
    days: days.map((day) => day - (start ?? 0)),
    values: values.map(tidyNumber),
  };
}

function normalsOf(statistics: readonly DayStatistic[]): SiteSeason['normals'] {
  const [first] = statistics;
  if (!first) return null;
  const percentile = (percent: Percent) =>
    statistics.map(({ percentiles }) => tidyOrNull(percentiles[percent]));
  return {
    period: first.period,
    first_year: Math.min(...statistics.map(({ firstYear }) => firstYear)),
    last_year: Math.max(...statistics.map(({ lastYear }) => lastYear)),
    orders: statistics.map(({ order }) => order),
    counts: statistics.map(({ count }) => count),
    minimum: statistics.map(({ minimum }) => tidyNumber(minimum)),
    p10: percentile(10),
    p25: percentile(25),
    median: statistics.map(({ median }) => tidyNumber(median)),
    p75: percentile(75),
    p90: percentile(90),
    maximum: statistics.map(({ maximum }) => tidyNumber(maximum)),
  };
}

const maxSpans = 1000;

/**
 * Reads the whole record of a well. `today` is the day in the basin, `YYYY-MM-DD`.
 * @throws HttpProblem 404 for a parameter that the site does not have, or that is not measured in wells
 */
export async function readWholeRecord(
  from: Queryable,
  location: number,
  parameter: number,
  today: string,
): Promise<WellRecord> {
  const row = (await readRecordRows(from, location)).find((each) => each.parameter_ndx === parameter);
  if (!row || !wellParameters.has(parameter)) throw recordNotFound();
  const key = { loc_ndx: location, parameter_ndx: parameter };
  const record = await readRecord(from, key, [allDays]);
  const [start, last] = [record.days[0], record.days.at(-1)];
  const running = waterYear(dayNumber(today));
  const recent = running - recentTrendYears;
  const span = Math.max(1, Math.ceil(((last ?? 0) - (start ?? 0)) / maxSpans));
  const shown = thinToExtremes(record, span);
  return {
    ...toColumns(key, row, shown, start),
    readings: record.days.length,
    trend: toTrend(wellTrendOf(record, parameter, { running, minYears: minTrendYears.record })),
    recent: toTrend(
      wellTrendOf(record, parameter, { running, since: recent, minYears: minTrendYears.recent }),
    ),
  };
}

function toTrend(trend: WellTrend | undefined): WellRecord['trend'] {
  if (!trend) return null;
  const { firstYear, lastYear, years, readings, feetAYear, first, last } = trend;
  const point = ({ day, value }: WellTrend['first']) => ({ rdate: formatDay(day), value: tidyNumber(value) });
  return {
    first_year: firstYear,
    last_year: lastYear,
    years,
    readings,
    feet_a_year: tidyNumber(feetAYear),
    from: point(first),
    to: point(last),
  };
}
