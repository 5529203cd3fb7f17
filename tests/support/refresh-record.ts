import { type SeriesKey, summarizeSeries } from '#server/db/records.ts';
import { refreshStatistics } from '#server/db/statistic-day.ts';
import type { Store } from '#server/db/store.ts';

/** Computes the summary and the statistics of a record whose values a test has changed by itself. */
export async function refreshRecord(store: Store, key: SeriesKey): Promise<void> {
  await store.transaction(async (transaction) => {
    await summarizeSeries(transaction, [key]);
    await refreshStatistics(transaction, [key]);
  });
}
