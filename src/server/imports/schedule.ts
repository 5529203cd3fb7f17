import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { ImportSchedule, type ScheduleRequest } from '#contract/imports.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { nextDelay, parseInterval } from '#lib/interval.ts';
import { importLockKey } from '../db/locks.ts';
import { isoInstantSql, type Queryable } from '../db/queryable.ts';
import type { Store } from '../db/store.ts';
import { describePartial, type ImportRunner } from './import-runner.ts';

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
async function findDue(from: Queryable, { now }: ScheduleTools): Promise<z.output<typeof Due> | undefined> {
  const [due] = await from.query(
    sql`select every, source, sites, next_at::text as next_at from import_schedule
      where every <> 'off' and next_at <= ${now().toISOString()}::text::timestamptz`,
    Due,
  );
  return due;
}

/** Sets the time of the next import. Returns false if another portal on the same database was faster. */
async function claimDue(
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

const checkEveryMs = 30_000;

type SchedulerSettings = {
  readonly store: Store;
  readonly runner: ImportRunner;
  readonly tools?: ScheduleTools;
  /** Called with what went wrong; the schedule goes on. */
  onError(message: string): void;
};

const systemTools: ScheduleTools = { now: () => new Date(), random: Math.random };

/**
 * Starts the scheduled import if it is due. While another import is running it waits, so that there are never two. The
 * time of the next one is in the database, so that a restart of the portal changes nothing.
 */
export async function startIfDue({
  store,
  runner,
  tools = systemTools,
  onError,
}: SchedulerSettings): Promise<void> {
  try {
    const due = await findDue(store, tools);
    if (!due || runner.isRunning() || (await findRunElsewhere(store))) return;
    if (!(await claimDue(store, due, tools))) return;
    const { source, sites } = due;
    const { finished } = runner.start({ source, sites: sites ?? undefined, keepCurrent: true }, 'schedule');
    finished.then(
      ({ status }) => status === 'partial' && onError(describePartial('scheduled import')),
      (error: unknown) => onError(`The scheduled import failed: ${toErrorMessage(error)}`),
    );
  } catch (error) {
    onError(`The import schedule could not be read: ${toErrorMessage(error)}`);
  }
}

/** The readings of the last hours, as the command line names them. */
export const readingsSource = 'now';

/**
 * Asks for the readings of the last hours if nobody has for `every` milliseconds and there are imported series. Their last run is in the
 * database, so that portals that share it ask once.
 */
export async function startReadingsIfDue(
  { store, runner, tools = systemTools, onError }: SchedulerSettings,
  every: number,
): Promise<void> {
  try {
    const before = new Date(tools.now().getTime() - every).toISOString();
    const due = await store.query(
      sql`select from location_parameter where source is not null and not exists (
        select from ingest_run where source = ${readingsSource} and started_at > ${before}::text::timestamptz) limit 1`,
    );
    if (due.length === 0 || runner.isRunning() || (await findRunElsewhere(store))) return;
    const { finished } = runner.start({ source: readingsSource }, 'schedule');
    finished.catch((error: unknown) =>
      onError(`The readings could not be fetched: ${toErrorMessage(error)}`),
    );
  } catch (error) {
    onError(`The last readings could not be looked up: ${toErrorMessage(error)}`);
  }
}

/** Checks the schedule, and that of readings, while the portal runs. @returns how to stop */
export function runScheduler(settings: SchedulerSettings, readingsEveryMs: number): () => void {
  const check = async () => {
    await startIfDue(settings);
    if (readingsEveryMs > 0) await startReadingsIfDue(settings, readingsEveryMs);
  };
  const timer = setInterval(() => void check(), checkEveryMs).unref();
  return () => clearInterval(timer);
}

const OpenRun = z.object({
  source: z.string(),
  started_by: z.nullable(z.string()),
  started_at: z.string(),
});
export type OpenRun = z.output<typeof OpenRun>;

/**
 * Finds an import that another process runs into the same database. A run without an end whose process holds no lock
 * has died, and is none.
 */
export async function findRunElsewhere(store: Store): Promise<OpenRun | undefined> {
  const [run] = await store.query(
    sql`select source, started_by, ${isoInstantSql(sql`started_at`)} as started_at
      from ingest_run where finished_at is null order by ingest_run_ndx desc limit 1`,
    OpenRun,
  );
  if (!run) return undefined;
  const lock = await store.tryLock(importLockKey);
  await lock?.release();
  return lock ? undefined : run;
}
