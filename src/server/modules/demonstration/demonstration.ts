import { type SQL, sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Demonstration, demonstrationJob, readDemonstration } from '#contract/demonstration.ts';
import { ImportStopped, throwIfStopped } from '#domain/import-stopped.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { audit } from '../../audit.ts';
import { demonstrationAuthor, readDemoState, writeDemoState } from '../../db/demo-state.ts';
import { importLockKey, type Lock } from '../../db/locks.ts';
import { deleteReadings } from '../../db/readings.ts';
import { deleteDeliveredValues, type SeriesKey, summarizeSeries } from '../../db/records.ts';
import { refreshStatistics } from '../../db/statistic-day.ts';
import type { Queryable, Store, StoreTransaction } from '../../db/store.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';

export function registerDemonstrationRoutes(app: FastifyInstance, store: Store) {
  registerEndpoint(app, readDemonstration, () => countDemonstration(store));
}

const contentTables = ['dataset', 'public_document', 'announcement'].map((name) => sql.identifier(name));

/** The demonstration's records without a version by somebody else. */
const untouchedSql = (table: SQL) => sql`${table} r
  where r.parent_id is null and r.created_by = ${demonstrationAuthor} and r.updated_by = ${demonstrationAuthor}
    and not exists (select from ${table} v where v.parent_id = r.id)`;

/** Counts what is left of the demonstration. */
export async function countDemonstration(from: Queryable): Promise<Demonstration> {
  const records = contentTables.map((table) => sql`(select count(*) from ${untouchedSql(sql`${table}`)})`);
  const [counts] = await from.query(
    sql`select count(*) filter (where is_demonstration)::int as series, count(*)::int as all_series,
        (${sql.join(records, sql` + `)})::int as records
      from location_parameter`,
    Demonstration,
  );
  return counts ?? { series: 0, all_series: 0, records: 0 };
}

type Hooks = {
  readonly signal: AbortSignal;
  onProgress(message: string): void;
  onCount(count: { done: number; total: number }): void;
};

/**
 * Removes the values of synthetic series, each in a transaction of its own, and then the content records that nobody has
 * edited. Stations are real and stay; so do values entered by hand, and imported series. Each series is removed or not,
 * whenever this ends, and calling it again removes the others.
 * @throws ImportStopped
 */
export async function removeDemonstrationData(
  store: Store,
  actor: string,
  hooks: Hooks = { signal: new AbortController().signal, onProgress: () => {}, onCount: () => {} },
): Promise<{ status: 'succeeded'; removed: Demonstration }> {
  const lock = await store.tryLock(importLockKey);
  if (!lock) throw new Error('An import is running. Nothing was removed. Try again when it has finished.');
  const run = await beginRun(store, actor);
  try {
    const signal = AbortSignal.any([hooks.signal, lock.lost]);
    const removed = await removeAll(holdLock(store, lock), actor, { ...hooks, signal });
    await endRun(store, run, { status: 'succeeded' });
    return { status: 'succeeded', removed };
  } catch (error) {
    const status = error instanceof ImportStopped ? error.status : 'failed';
    await endRun(store, run, { status, message: toErrorMessage(error) });
    throw error;
  } finally {
    await lock.release();
  }
}

/** Another process may import once the lock is lost. */
const holdLock = (store: Store, lock: Lock): Store => ({
  ...store,
  transaction: (work) =>
    store.transaction(async (transaction) => {
      await lock.hold(transaction);
      return work(transaction);
    }),
});

async function removeAll(
  store: Store,
  actor: string,
  { signal, onProgress, onCount }: Hooks,
): Promise<Demonstration> {
  const before = await countDemonstration(store);
  const series = await store.query(
    sql`select loc_ndx, parameter_ndx from location_parameter where is_demonstration
      order by loc_ndx, parameter_ndx`,
    z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
  );
  const total = series.length;
  for (const [done, key] of series.entries()) {
    onCount({ done, total });
    if (signal.aborted) onProgress(`${done} of ${total} synthetic records were removed. The others stay.`);
    throwIfStopped(signal);
    await store.transaction((transaction) => removeSeries(transaction, key));
  }
  onCount({ done: total, total });
  await store.transaction(async (transaction) => {
    await transaction.query(sql`update data_provider set note = null`);
    for (const table of contentTables) {
      await transaction.query(sql`delete from ${untouchedSql(sql`${table}`)}`);
    }
    const state = await readDemoState(transaction);
    await writeDemoState(transaction, { ...state, has_data: false, has_content: false });
    const removed = { entity: 'demonstration', entity_id: 'demonstration', before };
    await audit(transaction, { actor, action: 'delete', ...removed });
  });
  onProgress(`${total} synthetic records and ${before.records} content records were removed.`);
  return before;
}

/** An import may have replaced the series meanwhile, which then stays. */
async function removeSeries(transaction: StoreTransaction, key: SeriesKey): Promise<void> {
  const isKey = sql`loc_ndx = ${key.loc_ndx}::int and parameter_ndx = ${key.parameter_ndx}::int`;
  const found = await transaction.query(
    sql`select from location_parameter where ${isKey} and is_demonstration for update`,
  );
  if (found.length === 0) return;
  await deleteDeliveredValues(transaction, key);
  await deleteReadings(transaction, key);
  await summarizeSeries(transaction, [key]);
  await refreshStatistics(transaction, [key]);
  await transaction.query(sql`update location_parameter set is_demonstration = false where ${isKey}`);
}

async function beginRun(store: Queryable, actor: string): Promise<number> {
  const [row] = await store.query(
    sql`insert into ingest_run (source, started_by) values (${demonstrationJob}, ${actor})
      returning ingest_run_ndx::int as run`,
    z.object({ run: z.int() }),
  );
  return row?.run ?? 0;
}

async function endRun(
  store: Queryable,
  run: number,
  { status, message }: { status: string; message?: string },
): Promise<void> {
  const failures = message === undefined ? [] : [{ name: demonstrationJob, message }];
  await store.query(
    sql`update ingest_run set finished_at = now(), status = ${status},
        rows_read = 0, rows_written = 0, rows_unchanged = 0, rows_rejected = 0,
        report = ${JSON.stringify({ failures })}::text::jsonb
      where ingest_run_ndx = ${run}::bigint`,
  );
}
