import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { importLockKey } from '../../db/import-lock.ts';
import { isoInstantSql } from '../../db/queryable.ts';
import type { Store } from '../../db/store.ts';

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
