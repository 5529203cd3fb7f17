/**
 * The summary of a record: first and last day with a value (`YYYY-MM-DD`), the days from one to the other, both
 * included, the same in rounded years, and the number of values. server/db/record-summary.ts computes it.
 */
export type RecordSummary = {
  por_start: string | null;
  por_end: string | null;
  num_days: number;
  num_years: number;
  total_samples: number;
};
