import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { SiteCard } from '#contract/basket.ts';
import type { LatestValue } from '#contract/time-series.ts';
import { usualInterval } from '#domain/freshness.ts';
import { mainRecordOf } from '#domain/main-parameter.ts';
import { addDays, dayNumber } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { intArraySql, type Queryable } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';
import { passesSql } from '../../db/value-sql.ts';
import { readLatestValues } from '../time-series/latest-values.ts';

/** The days before the latest value that a card's line shows. */
const recentDays = 30;

/** The value before the latest one is looked for in so many days. */
const previousDays = 365;

const SiteRow = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  loc_type_name: z.string(),
  records: z.array(
    z.object({
      parameter_ndx: z.int(),
      parameter_name: z.string(),
      units_name: z.string(),
      is_demonstration: z.boolean(),
      num_days: z.int(),
      total_samples: z.int(),
    }),
  ),
});
type SiteRow = z.output<typeof SiteRow>;

const Value = z.object({ rdate: z.string(), value: z.number() });
const LineRow = z.object({
  loc_ndx: z.int(),
  approval: z.string(),
  previous: z.nullable(Value),
  recent: z.array(Value),
});
type LineRow = z.output<typeof LineRow>;

/** Reads the cards of sites in the order asked for; sites that are not on the map have none. */
export async function readSiteCards(from: Queryable, sites: readonly number[]): Promise<SiteCard[]> {
  const rows = await from.query(sitesSql(sites), SiteRow);
  const siteOf = new Map(rows.map((row) => [row.loc_ndx, row]));
  const latest = Map.groupBy(await readLatestValues(from, sites), ({ loc_ndx }) => loc_ndx);
  const mainOf = new Map(rows.map(({ loc_ndx }) => [loc_ndx, mainRecordOf(latest.get(loc_ndx) ?? [])]));
  const lines = await from.query(linesSql([...mainOf.values()].flatMap((main) => main ?? [])), LineRow);
  const lineOf = new Map(lines.map((line) => [line.loc_ndx, line]));
  return sites.flatMap((site) => {
    const row = siteOf.get(site);
    return row ? toCard(row, mainOf.get(site), lineOf.get(site)) : [];
  });
}

function toCard(row: SiteRow, main: LatestValue | undefined, line: LineRow | undefined): SiteCard {
  const { records, ...site } = row;
  const parameters = records.map(({ parameter_ndx, parameter_name }) => ({ parameter_ndx, parameter_name }));
  const record = records.find(({ parameter_ndx }) => parameter_ndx === main?.parameter_ndx);
  if (!main || !record || !line) return { ...site, parameters, record: null };
  const { parameter_ndx, parameter_name, units_name, is_demonstration } = record;
  const { previous, recent } = line;
  const start = addDays(main.rdate, -recentDays);
  return {
    ...site,
    parameters,
    record: {
      parameter_ndx,
      parameter_name,
      units_name,
      is_demonstration,
      interval_days: usualInterval(record),
      rdate: main.rdate,
      value: main.value,
      approval: line.approval,
      previous: previous && { rdate: previous.rdate, value: tidyNumber(previous.value) },
      class: main.class,
      recent: {
        start,
        days: recent.map(({ rdate }) => dayNumber(rdate) - dayNumber(start)),
        values: recent.map(({ value }) => tidyNumber(value)),
      },
    },
  };
}

function sitesSql(sites: readonly number[]) {
  return sql`
    select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, coalesce(r.records, '[]') as records
    from location l
    join location_type t using (loc_type_ndx)
    left join lateral (
      select json_agg(json_build_object('parameter_ndx', m.parameter_ndx, 'parameter_name', m.parameter_name,
        'units_name', m.units_name, 'is_demonstration', lp.is_demonstration, 'num_days', lp.num_days,
        'total_samples', lp.total_samples) order by m.parameter_ndx) as records
      from location_parameter lp join parameter m using (parameter_ndx)
      where lp.loc_ndx = l.loc_ndx
    ) r on true
    where l.is_shown and l.loc_ndx = any(${intArraySql(sites)})`;
}

/** The approval of the latest value of each record, the value before it, and the recent values. */
function linesSql(records: readonly LatestValue[]) {
  const wanted = records.map(({ loc_ndx, parameter_ndx, rdate }) => ({ loc_ndx, parameter_ndx, rdate }));
  return sql`
    select w.loc_ndx, v.approval, v.previous, v.recent
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w(loc_ndx int, parameter_ndx int, rdate date)
    cross join lateral (
      select max(d.approval) filter (where d.place = 1) as approval,
        (json_agg(json_build_object('rdate', d.rdate, 'value', d.value)) filter (where d.place = 2))->0 as previous,
        json_agg(json_build_object('rdate', d.rdate, 'value', d.value) order by d.rdate)
          filter (where d.rdate >= w.rdate - ${recentDays}::int) as recent
      from (
        select v.rdate, v.result_value_daily as value, ${approvalSql(sql`v.approval`)} as approval,
          row_number() over (order by v.rdate desc) as place
        from daily_value v
        where v.loc_ndx = w.loc_ndx and v.parameter_ndx = w.parameter_ndx
          and v.rdate between w.rdate - ${previousDays}::int and w.rdate
          and ${passesSql(sql`v`)}
        order by v.rdate desc
        limit ${recentDays + 2}::int
      ) d
    ) v
    where v.approval is not null`;
}
