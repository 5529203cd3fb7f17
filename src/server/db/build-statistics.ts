import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { SeriesKey } from './records.ts';
import { formulasVersion, readStatisticSetting, refreshStatistics } from './statistic-day.ts';
import type { Store } from './store.ts';

/** What a build has written. */
export type StatisticsBuilt = { readonly records: number; readonly rows: number };

type BuildOptions = {
  /** Ends the build after the record that is being written; the next build computes what is missing. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
};

/** Deletes the stored statistics if they were computed by other formulas or with another setting. */
export async function applyStatisticSetting(store: Store, approvedOnly: boolean): Promise<void> {
  await store.transaction(async (transaction) => {
    const { formulas, approved_only } = await readStatisticSetting(transaction, sql`for update`);
    if (formulas === formulasVersion && approved_only === approvedOnly) return;
    await transaction.query(
      sql`insert into statistic_setting (formulas, approved_only) values (${formulasVersion}, ${approvedOnly})
        on conflict (id) do update set formulas = excluded.formulas, approved_only = excluded.approved_only`,
    );
    await transaction.query(sql`delete from statistic_day`);
  });
}

/** Computes the statistics of all records again. Until then, requests compute what they need. */
export async function rebuildStatistics(store: Store, options: BuildOptions = {}): Promise<StatisticsBuilt> {
  await store.query(sql`delete from statistic_day`);
  return buildMissingStatistics(store, options);
}

/** Records between two messages. */
const progressEvery = 100;

const Key = z.object({ loc_ndx: z.int(), parameter_ndx: z.int() });

/**
 * Computes the statistics of the records that have none, each in a transaction of its own. Other work of this process
 * runs between them.
 */
export async function buildMissingStatistics(
  store: Store,
  { signal, onProgress = () => {} }: BuildOptions = {},
): Promise<StatisticsBuilt> {
  const missing = await store.query(
    sql`select lp.loc_ndx, lp.parameter_ndx from location_parameter lp
      where not exists (select from statistic_day s
        where s.loc_ndx = lp.loc_ndx and s.parameter_ndx = lp.parameter_ndx)
      order by lp.loc_ndx, lp.parameter_ndx`,
    Key,
  );
  let rows = 0;
  let records = 0;
  for (const key of missing) {
    if (signal?.aborted) break;
    rows += await buildOne(store, key);
    records += 1;
    if (records % progressEvery === 0) onProgress(`Statistics: ${records} of ${missing.length} records`);
    await setImmediate();
  }
  return { records, rows };
}

function buildOne(store: Store, key: SeriesKey): Promise<number> {
  return store.transaction((transaction) => refreshStatistics(transaction, [key]));
}
