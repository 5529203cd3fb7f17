import * as z from 'zod/mini';
import { freshnessStates } from '#domain/freshness.ts';
import { problemLists, RunStatus, rowCounts } from './imports.ts';
import { siteFields } from './record-fields.ts';

const timestamp = z.nullable(z.string());

/** The last run of a source. Times are ISO 8601 in UTC; `succeeded_at` ends the last run that succeeded. */
export const SourceStatus = z.object({
  source: z.string(),
  status: RunStatus,
  started_at: z.string(),
  finished_at: timestamp,
  succeeded_at: timestamp,
  ...rowCounts,
  ...problemLists,
});
export type SourceStatus = z.output<typeof SourceStatus>;

/**
 * The freshness of a record. `lag_days`: days from its last value to today. `interval_days`: the usual number of days
 * between its values. `is_late`: its state is `late`, or it has never had a value.
 */
export const RecordFreshness = z.object({
  ...siteFields,
  data_provider: z.string(),
  parameter_name: z.string(),
  /** The service that the record was imported from. */
  source: z.nullable(z.string()),
  por_end: timestamp,
  lag_days: z.nullable(z.int()),
  interval_days: z.int(),
  state: z.enum(freshnessStates),
  is_late: z.boolean(),
});
export type RecordFreshness = z.output<typeof RecordFreshness>;
