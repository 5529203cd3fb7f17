import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefReach } from '#contract/brief.ts';
import { weekDays } from '#domain/brief/day-values.ts';
import { reachComparison, weeksBefore } from '#domain/brief/reach-comparison.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import type { DayRange } from '../../db/daily-columns.ts';
import type { Queryable } from '../../db/queryable.ts';
import { daySql, dayZero, passesSql } from '../../db/value-sql.ts';
import { type BriefHead, tidy, toLatest, toRecord } from './heads.ts';
import type { RecordReader } from './record-reader.ts';

const WeekRow = z.object({ at: z.int(), last: z.int() });

/** Finds the last day on or before that of the brief which ends seven days in a row with values, by record. */
export async function readLastWeeks(
  from: Queryable,
  heads: readonly BriefHead[],
  on: DayNumber,
): Promise<readonly (DayNumber | undefined)[]> {
  if (heads.length === 0) return [];
  const list = heads.map(({ loc_ndx, parameter_ndx }, at) => ({ at, loc_ndx, parameter_ndx }));
  const rows = await from.query(
    sql`
      select w.at, v.rdate - ${dayZero} as last
      from json_to_recordset(${JSON.stringify(list)}::text::json) as w(at int, loc_ndx int, parameter_ndx int)
      cross join lateral (
        -- The index gives the days backward, so that this ends with the first week that is complete.
        select r.rdate from (
          select d.rdate, lead(d.rdate, ${weekDays - 1}::int) over (order by d.rdate desc) as week_start
          from daily_value d
          where d.loc_ndx = w.loc_ndx and d.parameter_ndx = w.parameter_ndx and d.rdate <= ${daySql(on)}
            and ${passesSql(sql`d`)}
        ) r
        where r.rdate - r.week_start = ${weekDays - 1}::int
        order by r.rdate desc limit 1
      ) v`,
    WeekRow,
  );
  const byPlace = new Map(rows.map(({ at, last }) => [at, last]));
  return heads.map((_, at) => byPlace.get(at));
}

/** The days that the comparison of a week needs. */
export function rangesOfReach({ first }: BriefHead, last: DayNumber | undefined): DayRange[] {
  if (last === undefined) return [];
  const firstYear = dayParts(first ?? last).year;
  return [...weeksBefore(last, firstYear), last].map((day): DayRange => [day - weekDays + 1, day]);
}

/** Describes the gain of a reach. `reader` has the ranges of `rangesOfReach`. */
export function toReach(head: BriefHead, last: DayNumber | undefined, reader: RecordReader): BriefReach {
  const record = reader.of(head);
  const firstYear = dayParts(head.first ?? last ?? 0).year;
  const compared = last === undefined ? undefined : reachComparison(record, last, firstYear);
  const value = last === undefined ? undefined : record.values.get(last);
  return {
    ...toRecord(head),
    ...toLatest(head),
    rdate: last === undefined ? null : formatDay(last),
    value: tidy(value),
    approval: last === undefined ? null : record.provisional.has(last) ? 'P' : 'A',
    mean_7: tidy(compared?.mean),
    median: tidy(compared?.median),
    lowest: tidy(compared?.lowest),
    lowest_year: compared?.lowestYear ?? null,
    years: compared?.years ?? 0,
  };
}
