import type { Queryable } from '#server/db/store.ts';
import type { IngestReport } from './report.ts';

/** Records the start of an import. Returns the id of its row in `ingest_run`. */
export async function beginRun(store: Queryable, source: string): Promise<string> {
  const [row] = await store.query<{ ndx: string }>(
    `INSERT INTO ingest_run (source) VALUES ($1) RETURNING ingest_run_ndx::text AS ndx`,
    [source],
  );
  return row?.ndx ?? '0';
}

export async function endRun(store: Queryable, run: string, report: IngestReport): Promise<void> {
  await store.query(
    `UPDATE ingest_run SET finished_at = now(), status = $2, rows_read = $3, rows_written = $4,
       rows_unchanged = $5, rows_rejected = $6, report = $7::text::jsonb
     WHERE ingest_run_ndx = $1::text::bigint`,
    [
      run,
      report.status,
      report.rows_read,
      report.rows_written,
      report.rows_unchanged,
      report.rows_rejected,
      JSON.stringify(report),
    ],
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
    `SELECT FROM ingest_run WHERE source = $1 AND finished_at IS NOT NULL AND rows_read > 0
       AND coalesce((report->>'is_whole')::boolean, false)
       AND coalesce(report->'sites', 'null') = $4::text::jsonb
       AND started_at > $2::text::timestamptz - make_interval(days => $3::text::int) LIMIT 1`,
    [source, now.toISOString(), String(days), JSON.stringify(sites ?? null)],
  );
  return found.length > 0;
}
