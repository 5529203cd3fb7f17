import { type SQL, sql } from 'drizzle-orm/sql';
import type { DayNumber } from '#lib/calendar.ts';

export const dayZero = sql`date '1970-01-01'`;

export const daySql = (day: DayNumber) => sql`(${dayZero} + ${day}::int)`;

/** Whether a row of `daily_value`, by its alias, has a measurement: infinity and NaN are none. */
export const isMeasuredSql = (value: SQL) => sql`${value}.result_value_daily between -3e38 and 3e38`;

/** Values that fail a quality rule, or are no measurement, are in no figure. */
export const passesSql = (value: SQL) => sql`${value}.flag is null and ${isMeasuredSql(value)}`;
