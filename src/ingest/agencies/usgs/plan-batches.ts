import type { DayNumber } from '#lib/calendar.ts';
import { daysOf, isDailyMean, type UsgsRecordInfo } from './record-info.ts';

/** Rows of a batch: a few pages of 50,000, which fit into memory and are nearly all full. */
const rowsPerBatch = 200_000;
/** More field measurements than most wells have. */
const fieldRowsPerSite = 300;

export type SitePlan = { readonly site: string; readonly hasFieldMeasurements: boolean };
export type BatchPlan = { readonly sites: readonly string[]; readonly requests: number };

export type PlannedDays = { readonly first: DayNumber; readonly last: DayNumber; readonly pageSize: number };

/**
 * Groups sites by the known length of their records, so that each batch is a few full pages. Sites with field
 * measurements come last, so that few batches request those.
 */
export function planBatches(
  sites: readonly SitePlan[],
  records: readonly UsgsRecordInfo[],
  { first, last, pageSize }: PlannedDays,
): BatchPlan[] {
  const bySite = Map.groupBy(records.filter(isDailyMean), ({ site }) => site);
  const dailyRows = (site: string) =>
    (bySite.get(site) ?? []).reduce((sum, record) => sum + daysWithin(record, first, last), 0);
  const inOrder = [...sites].sort(
    (one, other) => Number(one.hasFieldMeasurements) - Number(other.hasFieldMeasurements),
  );
  const batches: { sites: string[]; daily: number; field: number }[] = [];
  for (const { site, hasFieldMeasurements } of inOrder) {
    const daily = dailyRows(site);
    const field = hasFieldMeasurements ? fieldRowsPerSite : 0;
    const current = batches.at(-1);
    if (current && current.daily + current.field + daily + field <= rowsPerBatch) {
      current.sites.push(site);
      current.daily += daily;
      current.field += field;
    } else {
      batches.push({ sites: [site], daily, field });
    }
  }
  return batches.map(({ sites: planned, daily, field }) => ({
    sites: planned,
    requests: Math.ceil(daily / pageSize) + Math.ceil(field / pageSize),
  }));
}

function daysWithin(record: UsgsRecordInfo, first: DayNumber, last: DayNumber): number {
  if (daysOf(record) === undefined) return last - first + 1;
  const [begin, end] = [record.begin ?? first, record.end ?? last];
  return Math.max(0, Math.min(end, last) - Math.max(begin, first) + 1);
}
