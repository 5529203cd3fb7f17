import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { intArraySql, type Queryable } from './queryable.ts';
import { approvalSql, type SeriesKey } from './record-summary.ts';
import { dayZero, passesSql } from './value-sql.ts';

/** The first and the last day. */
export type DayRange = readonly [first: DayNumber, last: DayNumber];

/** Values that pass the quality rules. */
export type PartColumns = DailyRecordColumns & { readonly approval: string };

export type DailyColumns = PartColumns & {
  /** The agency's qualifiers by day, for values that have one. */
  readonly qualifiers: ReadonlyMap<DayNumber, string>;
};

/** The columns that `columnsSql` selects. */
export const ColumnsRow = z.object({
  days: z.nullable(z.string()),
  values: z.nullable(z.string()),
  approval: z.nullable(z.string()),
});

const Row = z.extend(ColumnsRow, {
  qualifiers: z.nullable(z.record(z.string(), z.string())),
});

/**
 * Selects the values of a record that pass the quality rules, as columns of text, which are read five times as fast as
 * rows; `more` are further columns of the values `v`.
 */
export function columnsSql(
  wanted: Record<'location' | 'parameter' | 'firstDays' | 'lastDays', SQL>,
  more = sql.empty(),
): SQL {
  return sql`
    select string_agg((v.rdate - ${dayZero})::text, ',' order by v.rdate) as days,
      string_agg(v.result_value_daily::text, ',' order by v.rdate) as values,
      string_agg(${approvalSql(sql`v.approval`)}, '' order by v.rdate) as approval${more}
    from unnest(${wanted.firstDays}, ${wanted.lastDays}) as r(first, last)
    cross join lateral (
      select d.* from daily_value d
      where d.loc_ndx = ${wanted.location} and d.parameter_ndx = ${wanted.parameter}
        and d.rdate between ${dayZero} + r.first and ${dayZero} + r.last
      -- Keeps the planner from reading the whole record once for all ranges.
      offset 0
    ) v
    where ${passesSql(sql`v`)}`;
}

/** Parses what `columnsSql` selects; without values, the columns are empty. */
export function parseColumns(row: z.output<typeof ColumnsRow> | undefined): PartColumns {
  return {
    days: row?.days?.split(',').map(Number) ?? [],
    values: row?.values?.split(',').map(Number) ?? [],
    approval: row?.approval ?? '',
  };
}

/** Reads the values of a record that pass the quality rules. The ranges ascend and do not overlap. */
export async function readDailyColumns(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  ranges: readonly DayRange[],
): Promise<DailyColumns> {
  const edges = (at: 0 | 1) => intArraySql(ranges.map((range) => range[at]));
  const wanted = {
    location: sql`${loc_ndx}::int`,
    parameter: sql`${parameter_ndx}::int`,
    firstDays: edges(0),
    lastDays: edges(1),
  };
  const [row] = await from.query(
    columnsSql(
      wanted,
      sql`, json_object_agg((v.rdate - ${dayZero})::text, v.qualifier) filter (where v.qualifier <> '') as qualifiers`,
    ),
    Row,
  );
  return {
    ...parseColumns(row),
    qualifiers: new Map(Object.entries(row?.qualifiers ?? {}).map(([day, each]) => [Number(day), each])),
  };
}
