import type { Queryable } from './store.ts';

/**
 * Keeps the summary of one series after its values have changed; that of a series without any is taken away. As
 * domain/record-summary.ts has it: years are the days from first to last, rounded. The period ends with the last value
 * that passes the quality rules, so that a stuck instrument does not look alive.
 */
export async function summarizeSeries(to: Queryable, loc_ndx: number, parameter_ndx: number): Promise<void> {
  const series = [String(loc_ndx), String(parameter_ndx)];
  const upserted = await to.query(
    `insert into location_parameter as p
       (loc_ndx, parameter_ndx, por_start, por_end, num_days, num_years, total_samples)
     select $1::text::int, $2::text::smallint, s.first, s.last, s.last - s.first + 1,
       round((s.last - s.first + 1) / 365.25), s.count
     from (
       select min(rdate) as first, coalesce(max(rdate) filter (where flag is null), max(rdate)) as last,
         count(*) as count
       from daily_value where loc_ndx = $1::text::int and parameter_ndx = $2::text::smallint
     ) s
     where s.count > 0
     on conflict (loc_ndx, parameter_ndx) do update
     set por_start = excluded.por_start, por_end = excluded.por_end, num_days = excluded.num_days,
       num_years = excluded.num_years, total_samples = excluded.total_samples
     returning p.loc_ndx`,
    series,
  );
  if (upserted.length > 0) return;
  await to.query(
    'delete from location_parameter where loc_ndx = $1::text::int and parameter_ndx = $2::text::smallint',
    series,
  );
}
