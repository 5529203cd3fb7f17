import { type SQL, sql } from 'drizzle-orm/sql';
import { firstDayOf, firstMonthOf, type YearKind } from '#domain/season.ts';
import { formatDay } from '#lib/calendar.ts';

/**
 * The order of a date in its year, 1 to 366, as `dayOrderOf` of the domain computes it: the place of the date's month and
 * day in a leap year. It is the position in the arrays of `statistic_day`.
 */
export function dayOrderSql(date: SQL, kind: YearKind): SQL {
  const [month, day] = [sql`extract(month from ${date})::int`, sql`extract(day from ${date})::int`];
  const dayBefore = formatDay(firstDayOf(2000, kind) - 1);
  return sql`(make_date(case when ${month} >= ${sql.raw(String(firstMonthOf[kind]))} then 1999 else 2000 end,
    ${month}, ${day}) - date ${sql.raw(`'${dayBefore}'`)})`;
}
