import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import {
  ImportRun,
  type ImportRunDetail,
  ImportRunSeries,
  type ImportRuns,
  runsPerPage,
} from '../contract.ts';

const runColumns = sql`ingest_run_ndx::int as id, source, status, started_by, ${isoInstantSql(sql`started_at`)} as started_at,
  ${isoInstantSql(sql`finished_at`)} as finished_at, rows_read, rows_written, rows_unchanged, rows_rejected,
  coalesce((report->>'rows_flagged')::int, 0) as rows_flagged,
  coalesce((report->>'rows_revised')::int, 0) as rows_revised,
  coalesce((report->>'rows_removed')::int, 0) as rows_removed,
  coalesce(jsonb_array_length(report->'series'), 0) as series,
  nullif(report->'sites', 'null') as sites, coalesce(report->'failures', '[]') as failures,
  coalesce(report->'incomplete', '[]') as incomplete`;

/** Reads a page of the history, newest first; pages count from 1. */
export async function readRuns(from: Queryable, page: number): Promise<ImportRuns> {
  const runs = await from.query(
    sql`select ${runColumns} from ingest_run order by ingest_run_ndx desc
      limit ${runsPerPage}::int offset ${(page - 1) * runsPerPage}::int`,
    ImportRun,
  );
  const [count] = await from.query(
    sql`select count(*)::int as total from ingest_run`,
    z.object({ total: z.int() }),
  );
  return { total: count?.total ?? 0, runs };
}

const Report = z.object({
  // Reports of earlier versions lack some fields.
  series: z.optional(
    z.array(
      z.extend(ImportRunSeries, {
        revised: z.optional(z.int()),
        removed: z.optional(z.int()),
        notes: z.optional(z.array(z.string())),
      }),
    ),
  ),
  unknown_columns: z.optional(z.array(z.string())),
});

/** Reads what a run changed; undefined if there is no such run. */
export async function readRun(from: Queryable, id: number): Promise<ImportRunDetail | undefined> {
  const [found] = await from.query(
    sql`select ${runColumns}, report from ingest_run where ingest_run_ndx = ${id}::bigint`,
    z.extend(ImportRun, { report: z.nullable(Report) }),
  );
  if (!found) return undefined;
  const { report, ...run } = found;
  const series = (report?.series ?? []).map(({ revised = 0, removed = 0, notes = [], ...each }) => ({
    ...each,
    revised,
    removed,
    notes,
  }));
  return { run, series, unknown: report?.unknown_columns ?? [] };
}
