import { addDays, todayInDenver } from '#domain/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { hadFullImportWithin } from './ingest-runs.ts';
import { isRealSeries, readRealSeries } from './real-series.ts';
import type { SourceRequest, SourceTools } from './source.ts';

/** Agencies revise their last months; what is older comes with the whole records once a week. */
const recentDays = 90;
const fullImportEveryDays = 7;

/**
 * What to ask a source for now. Kept current: the last days of each record, all of one that is not there yet, and once a
 * week all of every one.
 */
export async function planRequest(
  store: Store,
  sourceName: string,
  { file, since, sites, keepCurrent = false }: SourceRequest & { keepCurrent?: boolean | undefined },
  { now }: Pick<SourceTools, 'now'>,
): Promise<SourceRequest> {
  const request = { file, sites, since };
  if (!keepCurrent || since !== undefined || file !== undefined) return request;
  if (!(await hadFullImportWithin(store, { source: sourceName, sites, days: fullImportEveryDays }, now())))
    return request;
  const real = await readRealSeries(store);
  return {
    ...request,
    since: addDays(todayInDenver(now()), -recentDays),
    isStored: ({ site, parameter }) => isRealSeries(real, site.id, parameter),
  };
}
