import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from '#server/db/store.ts';
import type { IngestReport } from './report.ts';

/** Records the start of an import. Returns the id of its row in `ingest_run`. */
export async function beginRun(store: Queryable, source: string, startedBy: string): Promise<string> {
  const [row] = await store.query(
    sql`INSERT INTO ingest_run (source, started_by) VALUES (${source}, ${startedBy}) RETURNING ingest_run_ndx::text AS ndx`,
    z.object({ ndx: z.string() }),
  );
  return row?.ndx ?? '0';
}

export async function endRun(store: Queryable, run: string, report: IngestReport): Promise<void> {
  await store.query(
    sql`UPDATE ingest_run SET finished_at = now(), status = ${report.status}, rows_read = ${report.rows_read},
       rows_written = ${report.rows_written}, rows_unchanged = ${report.rows_unchanged},
       rows_rejected = ${report.rows_rejected}, report = ${JSON.stringify(report)}::text::jsonb
     WHERE ingest_run_ndx = ${run}::text::bigint`,
  );
}

const interrupted =
  'The process that ran this import ended before it had finished. The series that it had written are complete. Start it again.';

/**
 * Closes runs whose process has ended without closing them. The caller holds the import lock, so none of them is
 * running.
 */
export async function closeInterruptedRuns(store: Queryable): Promise<void> {
  await store.query(
    sql`UPDATE ingest_run SET finished_at = now(), status = 'interrupted',
       report = jsonb_build_object('failures',
         jsonb_build_array(jsonb_build_object('name', source, 'message', ${interrupted}::text)))
     WHERE finished_at IS NULL`,
  );
}

export type FullImportQuery = { source: string; sites: readonly string[] | undefined; days: number };

/** Checks whether the same source and sites were imported in full, with data, within `days` before `now`. */
export async function hadFullImportWithin(
  store: Queryable,
  { source, sites, days }: FullImportQuery,
  now: Date,
): Promise<boolean> {
  const found = await store.query(
    sql`SELECT FROM ingest_run WHERE source = ${source} AND status IN ('succeeded', 'failed') AND rows_read > 0
       AND coalesce((report->>'is_whole')::boolean, false)
       AND coalesce(report->'sites', 'null') = ${JSON.stringify(sites ?? null)}::text::jsonb
       AND started_at > ${now.toISOString()}::text::timestamptz - make_interval(days => ${days}) LIMIT 1`,
  );
  return found.length > 0;
}
