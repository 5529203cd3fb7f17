import { type SQL, sql } from 'drizzle-orm/sql';
import type { DayNumber } from '#lib/calendar.ts';

export const dayZero = sql`date '1970-01-01'`;

/** Values that fail a quality rule, or are no measurement, are in no figure. */
export const passesSql = (value: SQL) =>
  sql`${value}.flag is null and ${value}.result_value_daily between -3e38 and 3e38`;

export const daySql = (day: DayNumber) => sql`(${dayZero} + ${day}::int)`;

/** A subquery: the last value of a record on or before a day, by the primary key. */
export function lastValueSql(location: SQL, parameter: SQL, on: DayNumber): SQL {
  return sql`(
    select d.rdate, d.result_value_daily, d.approval from daily_value d
    where d.loc_ndx = ${location} and d.parameter_ndx = ${parameter} and d.rdate <= ${daySql(on)}
      and ${passesSql(sql`d`)}
    order by d.rdate desc limit 1
  )`;
}
