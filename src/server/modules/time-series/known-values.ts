import { type SQL, sql } from 'drizzle-orm/sql';
import { basinTimeZone } from '#lib/calendar.ts';

/** An instant of the API in SQL; a day means its end in the basin's time zone. */
export function instantSql(asOf: string): SQL {
  return /^\d{4}-\d\d-\d\d$/.test(asOf)
    ? sql`((${asOf}::text::date + 1)::timestamp at time zone ${basinTimeZone()}::text)`
    : sql`${asOf}::text::timestamptz`;
}

/** A series in SQL: a location, which may be a column, and a parameter. */
type SeriesSql = { readonly location: SQL; readonly parameter: number };

/**
 * The rows of `daily_value` for a series as they were known at an instant, or as they are now. Of the changes after the
 * instant, the first one says what a day held: the former value of a revision, or nothing if it is an addition.
 */
export function knownValuesSql({ location, parameter }: SeriesSql, asOf: string | undefined): SQL {
  if (asOf === undefined) {
    return sql`(select * from daily_value d where d.loc_ndx = ${location} and d.parameter_ndx = ${parameter}::int)`;
  }
  const instant = instantSql(asOf);
  const isOfSeries = (table: 'd' | 'r' | 'a') => {
    const row = sql.identifier(table);
    return sql`${row}.loc_ndx = ${location} and ${row}.parameter_ndx = ${parameter}::int`;
  };
  const former = (column: string, stored = column) =>
    sql`case when r.known_from is null then d.${sql.identifier(stored)} else r.${sql.identifier(column)} end
      as ${sql.identifier(stored)}`;
  return sql`(
    select coalesce(d.loc_ndx, r.loc_ndx) as loc_ndx, coalesce(d.parameter_ndx, r.parameter_ndx) as parameter_ndx,
      coalesce(d.rdate, r.rdate) as rdate, ${former('value', 'result_value_daily')}, ${former('approval')},
      ${former('qualifier')}, ${former('flag')}
    from (select * from daily_value d where ${isOfSeries('d')}) d
    full join (
      select distinct on (r.rdate) r.* from daily_value_revision r
      where ${isOfSeries('r')} and r.known_from > ${instant}
      order by r.rdate, r.known_from
    ) r on r.rdate = d.rdate
    where not exists (
      select from daily_value_addition a
      where ${isOfSeries('a')} and a.known_from > ${instant}
        and (r.known_from is null or a.known_from < r.known_from)
        and coalesce(d.rdate, r.rdate) between a.first_day and a.last_day
    )
  )`;
}
