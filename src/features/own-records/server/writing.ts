import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { ownSource } from '#domain/deliverer.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { SourceRefused } from '#ingest/source.ts';
import { startOfDayInBasin, todayInBasin } from '#lib/basin-clock.ts';
import { endDemonstration } from '#server/db/demonstration.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import { HttpProblem } from '#server/http/problems.ts';
import type { DayWriter } from './recompute.ts';
import { lockSite } from './store-readings.ts';

/** What entries of a day share a run of: a row each would fill the history of imports. */
type RunKind = 'readings by hand' | 'pushed readings' | 'rating tables' | 'days that ended';

/** Finds the run that the entries of today share, or begins it, and adds to its counts. */
async function shareRun(to: Queryable, kind: RunKind, now: Date): Promise<number> {
  const start = startOfDayInBasin(todayInBasin(now));
  const [run] = await to.query(
    sql`select ingest_run_ndx::int as id from ingest_run where source = ${ownSource} and started_by = ${kind}
      and started_at >= ${start}::text::timestamptz order by id desc limit 1`,
    RunId,
  );
  if (run) return run.id;
  const [added] = await to.query(
    sql`insert into ingest_run (source, started_by, finished_at, status, report)
      values (${ownSource}, ${kind}, now(), 'succeeded', '{"series": [], "failures": [], "incomplete": []}')
      returning ingest_run_ndx::int as id`,
    RunId,
  );
  return added?.id ?? 0;
}

const RunId = z.object({ id: z.int() });

/** Adds what an entry did to the run that it shares. */
export async function countInRun(
  to: Queryable,
  run: number,
  { read, written, rejected = 0 }: { read: number; written: number; rejected?: number },
): Promise<void> {
  await to.query(
    sql`update ingest_run set finished_at = now(), rows_read = rows_read + ${read}::int,
        rows_written = rows_written + ${written}::int, rows_rejected = rows_rejected + ${rejected}::int,
        rows_unchanged = rows_unchanged + ${read - written - rejected}::int
      where ingest_run_ndx = ${run}::int`,
  );
}

type Entry = {
  readonly store: Store;
  readonly basin: Basin;
  readonly location: number;
  readonly kind: RunKind;
  readonly now: Date;
};

/**
 * Writes entries of a site in one transaction, which also ends the demonstration: own records are real ones.
 * @throws HttpProblem 409 where the days belong to another source
 */
export async function writeEntries<T>(
  { store, basin, location, kind, now }: Entry,
  work: (tx: StoreTransaction, writer: DayWriter) => Promise<T>,
): Promise<T> {
  try {
    return await store.transaction(async (tx) => {
      await lockSite(tx, location);
      const run = await shareRun(tx, kind, now);
      await endDemonstration(tx, `import ${run}`, store.engine);
      const places = await writeLookupTables(tx, basin);
      return work(tx, { basin, run, places, acceptMagnitude: true, now });
    });
  } catch (error) {
    if (error instanceof SourceRefused) throw new HttpProblem(409, error.message);
    throw error;
  }
}
