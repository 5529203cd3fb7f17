import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  listOfficialForecasts,
  OfficialComparison,
  OfficialForecast,
  type OfficialStatistics,
  readOfficialStatistics,
} from '#contract/official-statistics.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { differenceOf, summarizeDifferences } from '#domain/official-statistics.ts';
import { dayOrderOf } from '#domain/season.ts';
import { isInNormalPeriod } from '#domain/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber, todayInBasin, yesterdayInBasin } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { tidyOrNull } from '#lib/format-number.ts';
import { isoInstantSql, type Queryable } from '../../db/queryable.ts';
import { statisticsOfSql } from '../../db/record-heads.ts';
import type { CachedBody } from '../../http/cached-body.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { createCsvFile } from '../../http/text-files.ts';
import { spend, weights } from '../../limits/request-budget.ts';
import { readSnowSites, type SnowSite } from '../hydro-health/health.ts';

export function registerOfficialStatisticsRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(app, readOfficialStatistics, async ({ query }) => {
    const { statistic = 'median', day = yesterdayInBasin(new Date()), format = 'json' } = query;
    spend(weights.computed);
    const rows =
      statistic === 'peak'
        ? await comparePeaks(from, waterYear(dayNumber(todayInBasin(new Date()))))
        : await compareMedians(from, day.slice(5));
    const summary = summarizeDifferences(rows);
    const answer: OfficialStatistics = {
      statistic,
      day,
      is_imported: rows.length > 0 || (await hasOfficialStatistics(from)),
      rows,
      summary: { ...summary, largest: [...summary.largest] },
    };
    return format === 'csv' ? toCsv(answer) : answer;
  });

  registerEndpoint(app, listOfficialForecasts, () => readForecasts(from));
}

const columns = [
  'loc_ndx',
  'loc_id',
  'loc_name',
  'parameter_name',
  'units_name',
  'our_value',
  'our_years',
  'agency',
  'agency_value',
  'agency_years',
  'agency_period',
  'agency_month_day',
  'difference',
  'difference_percent',
  'fetched_at',
] as const;

function toCsv({ statistic, day, rows }: OfficialStatistics): CachedBody {
  const subject = statistic === 'peak' ? 'Median peaks' : `Medians of the day ${day.slice(5)}`;
  return createCsvFile({
    fileName: statistic === 'peak' ? 'official median peaks' : `official medians ${day.slice(5)}`,
    notes: [
      `${subject}: ours, of 1991–2020, beside those that the agencies publish`,
      'difference: ours less the agency’s; difference_percent: in percent of the agency’s',
      ...(rows.some((row) => row.is_demonstration) ? [`is_demonstration: ${demonstrationNote}`] : []),
      formatExportedAt(new Date()),
      `Rows: ${rows.length}`,
    ],
    header: [...columns, 'is_demonstration'],
    rows: rows.map((row) => [...columns.map((name) => row[name]), row.is_demonstration ? 'yes' : 'no']),
  });
}

const OfficialRow = z.omit(OfficialComparison, {
  our_value: true,
  our_years: true,
  difference: true,
  difference_percent: true,
});
type OfficialRow = z.output<typeof OfficialRow>;

/** The columns of `OfficialRow`. */
const officialSql = sql`
  o.loc_ndx, l.loc_id, l.loc_name, o.parameter_ndx, p.parameter_name, p.units_name, o.agency,
  coalesce(lp.is_demonstration, false) as is_demonstration, o.value as agency_value, o.years as agency_years,
  o.period as agency_period, o.month_day as agency_month_day,
  ${isoInstantSql(sql`o.fetched_at`)} as fetched_at`;

const tablesSql = sql`
  official_statistic o
  join location l using (loc_ndx)
  join parameter p using (parameter_ndx)
  left join location_parameter lp using (loc_ndx, parameter_ndx)`;

const orderSql = sql`order by l.loc_name collate "C", l.loc_ndx, p.parameter_name, o.agency`;

/** Compares our stored medians of a day of the year, `MM-DD`, with the agencies'. */
async function compareMedians(from: Queryable, monthDay: string): Promise<OfficialComparison[]> {
  const order = dayOrderOf(dayNumber(`2000-${monthDay}`), 'water');
  const rows = await from.query(
    sql`select ${officialSql}, s.median[${order}::int] as our_value, coalesce(s.counts[${order}::int], 0) as our_years
      from ${tablesSql}
      left join ${statisticsOfSql('o')}
      where o.statistic = 'median' and o.month_day = ${monthDay} and l.is_shown
      ${orderSql}`,
    z.extend(OfficialRow, { our_value: z.nullable(z.number()), our_years: z.int() }),
  );
  return rows.map(({ our_value, our_years, ...row }) => toComparison(row, our_value ?? undefined, our_years));
}

/** Compares our median peaks of snow water equivalent with the agencies'. */
async function comparePeaks(from: Queryable, currentYear: number): Promise<OfficialComparison[]> {
  const rows = await from.query(
    sql`select ${officialSql} from ${tablesSql}
      where o.statistic = 'median_peak' and o.parameter_ndx = ${parameterNdx.swe} and l.is_shown
      ${orderSql}`,
    OfficialRow,
  );
  if (rows.length === 0) return [];
  const sites = await readSnowSites(from, currentYear);
  const siteOf = new Map(sites.map((site) => [site.row.loc_ndx, site]));
  return rows.map((row) => {
    const ours = medianPeakOf(siteOf.get(row.loc_ndx));
    return toComparison(row, ours.value, ours.years);
  });
}

function medianPeakOf(site: SnowSite | undefined): { value: number | undefined; years: number } {
  return {
    value: site?.medianPeak?.median,
    years: site?.years.filter(({ year, toDate }) => !toDate && isInNormalPeriod(year)).length ?? 0,
  };
}

function toComparison(row: OfficialRow, ours: number | undefined, years: number): OfficialComparison {
  const compared =
    ours === undefined
      ? undefined
      : differenceOf({ ours, theirs: row.agency_value, parameter: row.parameter_ndx });
  return {
    ...row,
    our_value: tidyOrNull(ours),
    our_years: years,
    difference: compared?.difference ?? null,
    difference_percent: compared?.percent ?? null,
  };
}

async function hasOfficialStatistics(from: Queryable): Promise<boolean> {
  return (await from.query(sql`select from official_statistic limit 1`)).length > 0;
}

const volumeSql = (exceedance: number) =>
  sql`max(f.value_af) filter (where f.exceedance = ${sql.raw(String(exceedance))})`;

/** Reads the newest publication of each forecast point and period. */
function readForecasts(from: Queryable): Promise<OfficialForecast[]> {
  return from.query(
    sql`select f.loc_ndx, l.loc_name, f.station, max(f.point_name) as point_name,
        f.publication_date::text as publication_date, f.period_start, f.period_end, max(f.normal_af) as normal_af,
        ${volumeSql(90)} as exceeded_90, ${volumeSql(70)} as exceeded_70, ${volumeSql(50)} as exceeded_50,
        ${volumeSql(30)} as exceeded_30, ${volumeSql(10)} as exceeded_10
      from official_forecast f
      join location l using (loc_ndx)
      where l.is_shown and f.publication_date = (
        select max(n.publication_date) from official_forecast n
        where (n.loc_ndx, n.station, n.period_start, n.period_end)
          = (f.loc_ndx, f.station, f.period_start, f.period_end))
      group by f.loc_ndx, l.loc_name, f.station, f.publication_date, f.period_start, f.period_end
      order by l.loc_name collate "C", f.station, f.publication_date desc, f.period_start, f.period_end`,
    OfficialForecast,
  );
}
