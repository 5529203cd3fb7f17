import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefMove } from '#contract/brief.ts';
import { unusualChanges } from '#domain/brief/unusual-changes.ts';
import { dayOrderOf } from '#domain/season.ts';
import { changeDays } from '#domain/week-changes.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import type { SeriesKey } from '../../db/record-summary.ts';
import { daySql, passesSql } from '../../db/value-sql.ts';
import { tidy, toRecord } from './heads.ts';
import { newestOf, type OverviewRow } from './overview.ts';

/** Changes before that are not what moved. */
const maxAgeDays = 30;

const MoveRow = z.object({
  at: z.int(),
  before: z.number(),
  usual: z.number(),
  spread: z.number(),
});

const NameRow = z.object({
  at: z.int(),
  loc_name: z.string(),
  parameter_name: z.string(),
  units_name: z.string(),
  is_demonstration: z.boolean(),
  count: z.int(),
});

/** Lists the most unusual changes over the seven days up to the newest day of all compared records. */
export async function readMoved(
  from: Queryable,
  parameters: readonly number[],
  overview: readonly OverviewRow[],
  on: DayNumber,
): Promise<BriefMove[]> {
  const compared = overview.filter(({ parameter_ndx }) => parameters.includes(parameter_ndx));
  const day = newestOf(compared);
  if (day === undefined || day < on - maxAgeDays) return [];
  const current = compared.filter(({ last }) => last === day);
  const rows = await from.query(changesSql(current, day), MoveRow);
  const changes = rows.flatMap(({ at, before, usual, spread }) => {
    const row = current[at];
    return row?.value == null ? [] : [{ ...row, change: row.value - before, usual, spread }];
  });
  const found = unusualChanges(changes);
  const names = await from.query(namesSql(found, day), NameRow);
  return names.flatMap(({ at, count, ...name }): BriefMove[] => {
    const move = found[at];
    if (!move?.approval) return [];
    return [
      {
        ...toRecord({ ...move, ...name }),
        rdate: formatDay(day),
        value: tidy(move.value) ?? 0,
        approval: move.approval,
        change: tidy(move.change) ?? 0,
        usual: tidy(move.usual) ?? 0,
        spread: tidy(move.spread) ?? 0,
        z: tidy(move.z) ?? 0,
        count,
      },
    ];
  });
}

const orderOf = (day: DayNumber) => sql`${dayOrderOf(day, 'water')}::int`;

function listSql(records: readonly SeriesKey[]) {
  const list = records.map(({ loc_ndx, parameter_ndx }, at) => ({ at, loc_ndx, parameter_ndx }));
  return sql`json_to_recordset(${JSON.stringify(list)}::text::json) as w(at int, loc_ndx int, parameter_ndx int)`;
}

const statisticSql = sql`statistic_day s on s.loc_ndx = w.loc_ndx and s.parameter_ndx = w.parameter_ndx
  and s.year_kind = 'water' and s.measure = 'value'`;

/** The values seven days before, and what change is usual. A record without either has no row. */
function changesSql(records: readonly SeriesKey[], day: DayNumber) {
  return sql`
    select * from (
      select w.at, b.result_value_daily as before, s.change_median[${orderOf(day)}] as usual,
        s.change_iqr[${orderOf(day)}] as spread
      from ${listSql(records)}
      join ${statisticSql} and s.change_counts is not null
      cross join lateral (
        select d.result_value_daily from daily_value d
        where d.loc_ndx = w.loc_ndx and d.parameter_ndx = w.parameter_ndx
          and d.rdate = ${daySql(day - changeDays)} and ${passesSql(sql`d`)}
        limit 1
      ) b
    ) c where c.spread > 0`;
}

/** The names of the few records that are listed: to read those of all takes longer than the rest. */
function namesSql(records: readonly SeriesKey[], day: DayNumber) {
  return sql`
    select w.at, l.loc_name, p.parameter_name, p.units_name, lp.is_demonstration,
      s.change_counts[${orderOf(day)}] as count
    from ${listSql(records)}
    join location l on l.loc_ndx = w.loc_ndx
    join parameter p on p.parameter_ndx = w.parameter_ndx
    join location_parameter lp on lp.loc_ndx = w.loc_ndx and lp.parameter_ndx = w.parameter_ndx
    join ${statisticSql}
    order by w.at`;
}
