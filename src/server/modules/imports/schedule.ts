import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { ImportSchedule, type ScheduleRequest } from '#contract/imports.ts';
import { nextDelay, parseInterval } from '#lib/interval.ts';
import { isoInstantSql } from '../../db/queryable.ts';
import type { Queryable } from '../../db/store.ts';

const off: ImportSchedule = {
  every: 'off',
  source: 'all',
  sites: null,
  next_at: null,
  changed_at: null,
  changed_by: null,
};

export async function readSchedule(from: Queryable): Promise<ImportSchedule> {
  const [found] = await from.query(
    sql`select every, source, sites, ${isoInstantSql(sql`next_at`)} as next_at, ${isoInstantSql(sql`changed_at`)} as changed_at,
      changed_by from import_schedule`,
    ImportSchedule,
  );
  return found ?? off;
}

/** The clock and the chance of the jitter. */
export type ScheduleTools = { readonly now: () => Date; readonly random: () => number };

/** When the next import is, from now; null if the schedule is off. */
function nextTime(every: string, { now, random }: ScheduleTools): string | null {
  const interval = parseInterval(every);
  return interval === undefined
    ? null
    : new Date(now().getTime() + nextDelay(interval, random())).toISOString();
}

export async function writeSchedule(
  to: Queryable,
  { every, source, sites }: ScheduleRequest,
  by: string,
  tools: ScheduleTools,
): Promise<void> {
  await to.query(
    sql`insert into import_schedule (every, source, sites, next_at, changed_at, changed_by)
      values (${every}, ${source}, ${sitesSql(sites)}, ${nextTime(every, tools)}::text::timestamptz,
        ${tools.now().toISOString()}::text::timestamptz, ${by})
      on conflict (id) do update set every = excluded.every, source = excluded.source, sites = excluded.sites,
        next_at = excluded.next_at, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
  );
}

const sitesSql = (sites: readonly string[] | undefined) =>
  sites
    ? sql`(select array_agg(value) from jsonb_array_elements_text(${JSON.stringify(sites)}::text::jsonb))`
    : sql`null::text[]`;

const Due = z.object({
  every: z.string(),
  source: z.string(),
  sites: z.nullable(z.array(z.string())),
  next_at: z.string(),
});

/** Finds the schedule if its import is due. */
export async function findDue(
  from: Queryable,
  { now }: ScheduleTools,
): Promise<z.output<typeof Due> | undefined> {
  const [due] = await from.query(
    sql`select every, source, sites, next_at::text as next_at from import_schedule
      where every <> 'off' and next_at <= ${now().toISOString()}::text::timestamptz`,
    Due,
  );
  return due;
}

/** Sets the time of the next import. Returns false if another portal on the same database was faster. */
export async function claimDue(
  from: Queryable,
  { every, next_at }: z.output<typeof Due>,
  tools: ScheduleTools,
): Promise<boolean> {
  const claimed = await from.query(
    sql`update import_schedule set next_at = ${nextTime(every, tools)}::text::timestamptz
      where every = ${every} and next_at = ${next_at}::text::timestamptz returning id`,
  );
  return claimed.length > 0;
}
