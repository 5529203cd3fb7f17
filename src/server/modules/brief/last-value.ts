import { type SQL, sql } from 'drizzle-orm/sql';
import type { DayNumber } from '#lib/calendar.ts';
import { daySql, passesSql } from '../../db/value-sql.ts';

/** A subquery: the last value of a record on or before a day, by the primary key. */
export function lastValueSql(location: SQL, parameter: SQL, on: DayNumber): SQL {
  return sql`(
    select d.rdate, d.result_value_daily, d.approval from daily_value d
    where d.loc_ndx = ${location} and d.parameter_ndx = ${parameter} and d.rdate <= ${daySql(on)}
      and ${passesSql(sql`d`)}
    order by d.rdate desc limit 1
  )`;
}
