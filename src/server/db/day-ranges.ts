import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DayNumber } from '#lib/calendar.ts';
import { ColumnsRow, columnsSql, type DayRange, type PartColumns, parseColumns } from './daily-columns.ts';
import type { Queryable } from './queryable.ts';
import type { SeriesKey } from './record-summary.ts';

/** The part of a record that is read; its ranges ascend and do not overlap. */
export type RecordPart = SeriesKey & { readonly ranges: readonly DayRange[] };

const PartRow = z.extend(ColumnsRow, { at: z.int() });

const valuesOfPart = {
  location: sql`w.loc_ndx`,
  parameter: sql`w.parameter_ndx`,
  firstDays: sql`w.first_days`,
  lastDays: sql`w.last_days`,
};

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
              ${columnsSql(valuesOfPart)}
            ) p
            where p.days is not null`,
          PartRow,
        );
  const byPart = new Map(rows.map((row) => [row.at, row]));
  return parts.map((_, at) => parseColumns(byPart.get(at)));
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
