import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { judgeFreshness, usualInterval } from '#domain/freshness.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';
import { dayZero } from '../../db/value-sql.ts';
import { lastValueSql } from './last-value.ts';

const OverviewRow = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  parameter_ndx: z.int(),
  num_days: z.int(),
  total_samples: z.int(),
  /** The last day on or before that of the brief with a value, and the value. */
  last: z.nullable(z.int()),
  value: z.nullable(z.number()),
  approval: z.nullable(z.enum(['A', 'P'])),
});
export type OverviewRow = z.output<typeof OverviewRow>;

/** Finds the last value of every shown record, on or before the day of the brief. */
export function readOverview(from: Queryable, on: DayNumber): Promise<OverviewRow[]> {
  return from.query(
    sql`
      select lp.loc_ndx, l.loc_id, lp.parameter_ndx, lp.num_days, lp.total_samples, v.rdate - ${dayZero} as last,
        v.result_value_daily as value, case when v.rdate is not null then ${approvalSql(sql`v.approval`)} end as approval
      from location_parameter lp
      join location l on l.loc_ndx = lp.loc_ndx and l.is_shown
      left join lateral ${lastValueSql(sql`lp.loc_ndx`, sql`lp.parameter_ndx`, on)} v on true`,
    OverviewRow,
  );
}

/** The first day with a value of the sites that are shown. */
export async function readFirstDay(from: Queryable): Promise<DayNumber | undefined> {
  const [row] = await from.query(
    sql`select min(lp.por_start) - ${dayZero} as first from location_parameter lp
      join location l on l.loc_ndx = lp.loc_ndx and l.is_shown`,
    z.object({ first: z.nullable(z.int()) }),
  );
  return row?.first ?? undefined;
}

/** The newest of the last days. Undefined without a value. */
export function newestOf(rows: readonly { readonly last: DayNumber | null }[]): DayNumber | undefined {
  const days = rows.flatMap(({ last }) => last ?? []);
  return days.length > 0 ? Math.max(...days) : undefined;
}

/** Counts the sites that are late as the map draws them: by the newest record, of equally new ones the most frequent. */
export function countLateSites(rows: readonly OverviewRow[], on: DayNumber): number {
  const bySite = Map.groupBy(
    rows.filter(({ last }) => last !== null),
    ({ loc_ndx }) => loc_ndx,
  );
  return [...bySite.values()].filter((records) => {
    const newest = newestOf(records);
    if (newest === undefined) return false;
    const intervals = records.filter(({ last }) => last === newest).map(usualInterval);
    return judgeFreshness(formatDay(newest), Math.min(...intervals), formatDay(on)).state === 'late';
  }).length;
}
