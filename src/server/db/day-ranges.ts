import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { DayRange } from './daily-columns.ts';
import type { Queryable } from './queryable.ts';
import { approvalSql, type SeriesKey } from './record-summary.ts';

/** The part of a record that is read; its ranges ascend and do not overlap. */
export type RecordPart = SeriesKey & { readonly ranges: readonly DayRange[] };

/** Values that pass the quality rules. */
export type PartColumns = DailyRecordColumns & { readonly approval: string };

const PartRow = z.object({ at: z.int(), days: z.string(), values: z.string(), approval: z.string() });

/** Reads parts of many records in one statement: the values that pass the quality rules, in the order of the parts. */
export async function readDayRanges(
  from: Queryable,
  parts: readonly RecordPart[],
): Promise<readonly PartColumns[]> {
  const wanted = parts.map(({ loc_ndx, parameter_ndx, ranges }, at) => ({
    at,
    loc_ndx,
    parameter_ndx,
    first_days: ranges.map(([first]) => first),
    last_days: ranges.map(([, last]) => last),
  }));
  const rows =
    parts.length === 0
      ? []
      : await from.query(
          sql`
            select w.at, p.days, p.values, p.approval
            from json_to_recordset(${JSON.stringify(wanted)}::text::json)
              as w(at int, loc_ndx int, parameter_ndx int, first_days int[], last_days int[])
            cross join lateral (
              select string_agg((v.rdate - date '1970-01-01')::text, ',' order by v.rdate) as days,
                string_agg(v.result_value_daily::text, ',' order by v.rdate) as values,
                string_agg(${approvalSql(sql`v.approval`)}, '' order by v.rdate) as approval
              from unnest(w.first_days, w.last_days) as r(first, last)
              cross join lateral (
                select d.* from daily_value d
                where d.loc_ndx = w.loc_ndx and d.parameter_ndx = w.parameter_ndx
                  and d.rdate between date '1970-01-01' + r.first and date '1970-01-01' + r.last
                -- Keeps the planner from reading the whole record once for all ranges.
                offset 0
              ) v
              where v.flag is null and v.result_value_daily between -3e38 and 3e38
            ) p
            where p.days is not null`,
          PartRow,
        );
  const byPart = new Map(rows.map((row) => [row.at, row]));
  return parts.map((_, at) => {
    const row = byPart.get(at);
    return {
      days: row?.days.split(',').map(Number) ?? [],
      values: row?.values.split(',').map(Number) ?? [],
      approval: row?.approval ?? '',
    };
  });
}

/** Joins days and ranges into ascending ranges that do not overlap. */
export function mergeRanges(ranges: readonly DayRange[]): DayRange[] {
  const merged: DayRange[] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) merged[merged.length - 1] = [before[0], Math.max(before[1], last)];
    else merged.push([first, last]);
  }
  return merged;
}

export function toRange(day: DayNumber): DayRange {
  return [day, day];
}
