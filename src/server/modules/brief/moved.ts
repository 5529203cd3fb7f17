import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefMove } from '#contract/brief.ts';
import { unusualChanges } from '#domain/brief/unusual-changes.ts';
import { dayOrderOf } from '#domain/season.ts';
import { changeDays } from '#domain/week-changes.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { intArraySql, type Queryable } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';
import { tidy, toRecord } from './heads.ts';
import { daySql, passesSql } from './last-value.ts';
import { newestOf, type OverviewRow } from './overview.ts';

/** Changes before that are not what moved. */
const maxAgeDays = 30;

const MoveRow = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  is_demonstration: z.boolean(),
  value: z.number(),
  before: z.number(),
  approval: z.enum(['A', 'P']),
  usual: z.nullable(z.number()),
  spread: z.nullable(z.number()),
  count: z.nullable(z.int()),
});

/** Lists the most unusual changes over the seven days up to the newest day of all compared records. */
export async function readMoved(
  from: Queryable,
  parameters: readonly number[],
  overview: readonly OverviewRow[],
  on: DayNumber,
): Promise<BriefMove[]> {
  const day = newestOf(overview.filter(({ parameter_ndx }) => parameters.includes(parameter_ndx)));
  if (day === undefined || day < on - maxAgeDays) return [];
  const rows = await from.query(moveSql(parameters, day), MoveRow);
  const changes = rows.flatMap(({ usual, spread, count, value, before, ...row }) =>
    usual === null || spread === null || count === null
      ? []
      : [{ ...row, value, change: value - before, usual, spread, count }],
  );
  return unusualChanges(changes).map((each) => ({
    ...toRecord(each),
    rdate: formatDay(day),
    value: tidy(each.value) ?? 0,
    approval: each.approval,
    change: tidy(each.change) ?? 0,
    usual: tidy(each.usual) ?? 0,
    spread: tidy(each.spread) ?? 0,
    z: tidy(each.z) ?? 0,
    count: each.count,
  }));
}

function moveSql(parameters: readonly number[], day: DayNumber) {
  const order = sql`${dayOrderOf(day, 'water')}::int`;
  const valueSql = (on: DayNumber) => sql`(
    select d.result_value_daily, d.approval from daily_value d
    where d.loc_ndx = lp.loc_ndx and d.parameter_ndx = lp.parameter_ndx and d.rdate = ${daySql(on)}
      and ${passesSql(sql`d`)}
    limit 1
  )`;
  return sql`
    select l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name, lp.is_demonstration,
      v.result_value_daily as value, ${approvalSql(sql`v.approval`)} as approval, b.result_value_daily as before,
      s.change_median[${order}] as usual, s.change_iqr[${order}] as spread, s.change_counts[${order}] as count
    from location_parameter lp
    join location l on l.loc_ndx = lp.loc_ndx and l.is_shown
    join parameter p on p.parameter_ndx = lp.parameter_ndx
    join statistic_day s on s.loc_ndx = lp.loc_ndx and s.parameter_ndx = lp.parameter_ndx
      and s.year_kind = 'water' and s.measure = 'value' and s.change_counts is not null
    cross join lateral ${valueSql(day)} v
    cross join lateral ${valueSql(day - changeDays)} b
    where lp.parameter_ndx = any(${intArraySql(parameters)})`;
}
