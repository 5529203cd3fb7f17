import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { HeadlineRequest } from '#contract/basin-headline.ts';
import type { Headline, HeadlineTotal } from '#contract/headline.ts';
import { toDayValues } from '#domain/brief/day-values.ts';
import { latestTotal, newestDay, sumOn, totalDays } from '#domain/brief/total.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';

/** A site counts as current if it has a value in so many days before the newest one. */
const currentDays = 30;

const changeDays = 7;

const Counts = z.object({
  site_count: z.int(),
  current_count: z.int(),
  newest: z.nullable(z.string()),
});

/** Reads what the landing page leads with: the summaries of the records, and recent values of the total's sites. */
export async function readHeadlineFigures(
  from: Queryable,
  request: HeadlineRequest | undefined,
): Promise<Headline> {
  const [counts] = await from.query(
    sql`
      select count(*)::int as site_count,
        count(*) filter (where por_end > newest - ${currentDays}::int)::int as current_count,
        min(newest)::text as newest
      from (
        select max(lp.por_end) as por_end, max(max(lp.por_end)) over () as newest
        from location l left join location_parameter lp using (loc_ndx) where l.is_shown group by l.loc_ndx
      ) s`,
    Counts,
  );
  const total = request && (await readTotal(from, request));
  return { ...(counts ?? { site_count: 0, current_count: 0, newest: null }), total: total ?? null };
}

const SiteRow = z.object({
  parameter_name: z.string(),
  units_name: z.string(),
  is_demonstration: z.boolean(),
  days: z.nullable(z.array(z.int())),
  values: z.nullable(z.array(z.number())),
  approval: z.nullable(z.string()),
});

async function readTotal(
  from: Queryable,
  { parameter, siteIds, capacity }: HeadlineRequest,
): Promise<HeadlineTotal | undefined> {
  const rows = await from.query(
    sql`
      with member as (
        select lp.loc_ndx, lp.parameter_ndx, p.parameter_name, p.units_name, lp.is_demonstration,
          max(lp.por_end) over () as newest
        from location l join location_parameter lp using (loc_ndx) join parameter p using (parameter_ndx)
        where l.is_shown and l.loc_id in ${[...siteIds]} and lp.parameter_ndx = ${parameter}::int
      )
      select m.parameter_name, m.units_name, m.is_demonstration, v.days, v.values, v.approval
      from member m cross join lateral (
        select json_agg(d.rdate - date '1970-01-01' order by d.rdate) as days,
          json_agg(d.result_value_daily order by d.rdate) as values,
          string_agg(${approvalSql(sql`d.approval`)}, '' order by d.rdate) as approval
        from daily_value d
        where d.loc_ndx = m.loc_ndx and d.parameter_ndx = m.parameter_ndx
          and d.rdate between m.newest - ${totalDays + changeDays}::int and m.newest
          and d.flag is null and d.result_value_daily between -3e38 and 3e38
      ) v`,
    SiteRow,
  );
  const [first] = rows;
  if (!first || rows.length < siteIds.length) return undefined;
  const members = rows.map(({ days, values, approval }) =>
    toDayValues({ days: days ?? [], values: values ?? [], approval: approval ?? '' }),
  );
  const newest = newestDay(members);
  const total = newest === undefined ? undefined : latestTotal(members, newest);
  if (newest === undefined || !total) return undefined;
  const before = sumOn(members, total.day - changeDays);
  return {
    parameter_name: first.parameter_name,
    is_depth: parameter === parameterNdx.depthToWater,
    units_name: first.units_name,
    site_count: rows.length,
    rdate: formatDay(total.day),
    value: tidyNumber(total.value),
    newest: formatDay(newest),
    before: before === undefined ? null : tidyNumber(before),
    days_before: changeDays,
    capacity: capacity ?? null,
    approval: total.provisional > 0 ? 'P' : 'A',
    is_demonstration: rows.some(({ is_demonstration }) => is_demonstration),
  };
}
