import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { RecordFreshness, SourceStatus } from '#contract/ingest-status.ts';
import { freshnessOf } from '#domain/freshness.ts';
import { isoInstantSql, type Queryable } from '../db/queryable.ts';

const sourcesSql = sql`
  select distinct on (r.source) r.source, r.status, ${isoInstantSql(sql`r.started_at`)} as started_at,
    ${isoInstantSql(sql`r.finished_at`)} as finished_at, ${isoInstantSql(sql`s.at`)} as succeeded_at, r.rows_read, r.rows_written,
    r.rows_unchanged, r.rows_rejected, coalesce((r.report->>'rows_flagged')::int, 0) as rows_flagged,
    coalesce(r.report->'failures', '[]') as failures, coalesce(r.report->'incomplete', '[]') as incomplete
  from ingest_run r
  left join (
    select source, max(finished_at) as at from ingest_run where status = 'succeeded' group by source
  ) s using (source)
  order by r.source, r.started_at desc, r.ingest_run_ndx desc`;

const recordsSql = sql`
  select l.loc_ndx, l.loc_id, l.loc_name, d.data_provider_name as data_provider, p.parameter_name,
    lp.source, lp.por_end::text as por_end, lp.num_days, lp.total_samples
  from location_parameter lp
  join location l using (loc_ndx)
  join data_provider d using (data_provider_ndx)
  join parameter p using (parameter_ndx)
  where l.is_shown
  order by l.loc_name collate "C", p.parameter_name`;

const RecordRow = z.extend(
  z.omit(RecordFreshness, { lag_days: true, interval_days: true, state: true, is_late: true }),
  { num_days: z.int(), total_samples: z.int() },
);
type RecordRow = z.output<typeof RecordRow>;

/** Lists the last run of each source. */
export function listSourceStatuses(store: Queryable): Promise<SourceStatus[]> {
  return store.query(sourcesSql, SourceStatus);
}

/** Lists the records of all shown sites and how fresh they are on the day `today`. */
export async function listRecordFreshness(store: Queryable, today: string): Promise<RecordFreshness[]> {
  const rows = await store.query(recordsSql, RecordRow);
  return rows.map((row) => toRecordFreshness(row, today));
}

function toRecordFreshness({ num_days, total_samples, ...row }: RecordRow, today: string): RecordFreshness {
  const freshness = freshnessOf({ por_end: row.por_end, num_days, total_samples }, today);
  const { state, lag, interval, isLate } = freshness;
  return { ...row, lag_days: lag, interval_days: interval, state, is_late: isLate };
}
