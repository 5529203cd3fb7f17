import { addDays, todayInBasin } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { hadFullImportWithin } from './ingest-runs.ts';
import { isRealSeries, readRealSeries } from './real-series.ts';
import type { SourceRequest, SourceTools } from './source.ts';

/** Agencies revise recent months. Older revisions arrive with the weekly full import. */
const recentDays = 90;
const fullImportEveryDays = 7;

/**
 * Decides what to request. With `keepCurrent`, that is the last 90 days of stored records and all days of the others,
 * and once a week all days of every record.
 */
export async function planRequest(
  store: Store,
  sourceName: string,
  {
    file,
    since,
    sites,
    replaceSource,
    keepCurrent = false,
  }: SourceRequest & { keepCurrent?: boolean | undefined },
  { now }: Pick<SourceTools, 'now'>,
): Promise<SourceRequest> {
  const request = { file, sites, since, replaceSource };
  if (!keepCurrent || since !== undefined || file !== undefined) return request;
  if (!(await hadFullImportWithin(store, { source: sourceName, sites, days: fullImportEveryDays }, now())))
    return request;
  const real = await readRealSeries(store);
  return {
    ...request,
    since: addDays(todayInBasin(now()), -recentDays),
    isStored: ({ site, parameter }) => isRealSeries(real, site.id, parameter),
  };
}
