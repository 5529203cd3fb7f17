import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { recordFields } from '#contract/record-fields.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import {
  agreementPercent,
  differenceOf,
  summarizeDifferences,
} from '#domain/statistics/official-statistics.ts';
import { isInNormalPeriod } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber } from '#lib/calendar.ts';
import { toCsvFile } from '#lib/csv.ts';
import { tidyOrNull } from '#lib/format-number.ts';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import { statisticsOfSql } from '#server/db/record-heads.ts';
import { readSnowSites, type SnowSite } from '#server/findings/snow-sites.ts';

/**
 * Our statistic of a series beside the agency's, in the parameter's unit. Ours is of 1991–2020; with too few years, a
 * median is null and rests on 0. `difference` is ours less the agency's; `difference_percent` is null where a percentage means nothing.
 * `agency_month_day` (`MM-DD`) is the day that the agency's statistic is of; for a peak, the day on which it usually
 * falls. `agency_years` is null if the agency does not say.
 */
const OfficialComparison = z.object({
  ...recordFields,
  agency: z.enum(['nrcs', 'usgs']),
  our_value: z.nullable(z.number()),
  our_years: z.int(),
  agency_value: z.number(),
  agency_years: z.nullable(z.int()),
  agency_period: z.string(),
  agency_month_day: z.string(),
  difference: z.nullable(z.number()),
  difference_percent: z.nullable(z.number()),
  /** When the agency's value was first fetched, ISO 8601 in UTC. */
  fetched_at: z.string(),
});
export type OfficialComparison = z.output<typeof OfficialComparison>;

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

/**
 * Compares our medians of 1991–2020 with those that NRCS and USGS publish, which `npm run ingest -- official` has imported.
 * @param of a day of the year, `MM-DD`, or `peak` for the median peaks of snow water equivalent
 * @param today `YYYY-MM-DD`
 */
export async function compareWithAgencies(
  from: Queryable,
  of: string,
  today: string,
): Promise<OfficialComparison[]> {
  return of === 'peak' ? comparePeaks(from, waterYear(dayNumber(today))) : compareMedians(from, of);
}

/** Says how many medians agree, what is not counted, and which differ most; then all rows as CSV. */
export function describeComparison(rows: readonly OfficialComparison[]): string {
  const { compared, agreeing, without_percent, largest } = summarizeDifferences(rows);
  const sentences = [
    `${agreeing} of ${compared} agree within ${agreementPercent} percent; ${without_percent} have no percentage.`,
    ...largest.map(
      (row) =>
        `${row.loc_name}, ${row.parameter_name}: ${row.our_value} ${row.units_name} instead of ${row.agency_value} (${row.difference_percent} percent)`,
    ),
  ];
  return toCsvFile(sentences, [columns, ...rows.map((row) => columns.map((name) => row[name]))]);
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
  o.loc_ndx, l.loc_id, l.loc_name, o.parameter_ndx, p.parameter_name, p.units_name, o.agency, o.value as agency_value, o.years as agency_years,
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
