import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { originFields, parameterFields } from '#contract/record-fields.ts';
import type { SiteSeason } from '#contract/site-page.ts';
import type { DayStatistic } from '#domain/daily-statistics.ts';
import { mainRecordOf } from '#domain/main-parameter.ts';
import type { Percent } from '#domain/statistics.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import { readLatest, readRecord } from '../../db/records.ts';
import { readStatistics } from '../../db/statistic-day.ts';
import type { Queryable } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';

const RecordRow = z.object({
  loc_ndx: z.int(),
  ...parameterFields,
  ...originFields,
});

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
    from.query(
      sql`select lp.loc_ndx, p.parameter_ndx, p.parameter_name, p.units_name, lp.source, lp.is_demonstration
        from location_parameter lp join parameter p using (parameter_ndx)
        where lp.loc_ndx = ${location}::int order by p.parameter_ndx`,
      RecordRow,
    ),
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
  const [columns, { statistics }] = await Promise.all([
    readRecord(from, row, last === undefined ? [] : [[last - shownDays, last]], { withQualifiers: true }),
    readStatistics(from, row, 'water', 'value'),
  ]);
  const start = columns.days[0];
  return {
    loc_ndx: row.loc_ndx,
    parameter_ndx: row.parameter_ndx,
    parameter_name: row.parameter_name,
    units_name: row.units_name,
    source: row.source,
    is_demonstration: row.is_demonstration,
    start: start === undefined ? null : formatDay(start),
    days: columns.days.map((day) => day - (start ?? 0)),
    values: columns.values.map(tidyNumber),
    approval: columns.approval,
    qualifiers: Object.fromEntries(
      [...columns.qualifiers].map(([day, text]) => [String(day - (start ?? 0)), text]),
    ),
    normals: normalsOf(statistics),
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
