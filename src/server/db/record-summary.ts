import { type SQL, sql } from 'drizzle-orm/sql';
import { intArraySql, type Queryable } from './queryable.ts';

export type SeriesKey = { readonly loc_ndx: number; readonly parameter_ndx: number };

/** A value without an approval letter counts as provisional. */
export function approvalSql(approval: SQL): SQL {
  return sql`coalesce(nullif(${approval}::text, ''), 'P')`;
}

/**
 * Computes the summaries of series whose values have changed; a series without values has no summary. `num_years` are
 * the days from first to last, in rounded years. The period ends with the last value that passes the quality rules, so
 * that a stuck instrument does not appear to be working.
 */
export async function summarizeSeries(to: Queryable, series: readonly SeriesKey[]): Promise<void> {
  const locations = intArraySql(series.map(({ loc_ndx }) => loc_ndx));
  const parameters = intArraySql(series.map(({ parameter_ndx }) => parameter_ndx));
  await to.query(sql`
    with changed as (select * from unnest(${locations}, ${parameters}) as c(loc_ndx, parameter_ndx)),
    without_values as (
      delete from location_parameter p using changed c
      where p.loc_ndx = c.loc_ndx and p.parameter_ndx = c.parameter_ndx and not exists (
        select from daily_value v where v.loc_ndx = c.loc_ndx and v.parameter_ndx = c.parameter_ndx)
    )
    insert into location_parameter
      (loc_ndx, parameter_ndx, por_start, por_end, num_days, num_years, total_samples, flagged, provisional)
    select c.loc_ndx, c.parameter_ndx, s.first, s.last, s.last - s.first + 1,
      round((s.last - s.first + 1) / 365.25), s.count, s.flagged, s.provisional
    from changed c cross join lateral (
      select min(rdate) as first, coalesce(max(rdate) filter (where flag is null), max(rdate)) as last,
        count(*) as count, count(flag) as flagged,
        count(*) filter (where flag is null and ${approvalSql(sql`approval`)} = 'P') as provisional
      from daily_value v where v.loc_ndx = c.loc_ndx and v.parameter_ndx = c.parameter_ndx
    ) s
    where s.count > 0
    on conflict (loc_ndx, parameter_ndx) do update
    set por_start = excluded.por_start, por_end = excluded.por_end, num_days = excluded.num_days,
      num_years = excluded.num_years, total_samples = excluded.total_samples, flagged = excluded.flagged,
      provisional = excluded.provisional`);
}
