import type { Requester } from '#client/request.ts';
import { readSiteLatest, type SiteLatest } from '#contract/public-map.ts';
import { createSubmitQuery, type SubmitQuery } from '#stores/queries.ts';

/** Stepping back and forth between sites asks for each once in this time. */
const cacheMs = 5 * 60_000;

/** The latest values of the selected site, by its `loc_ndx`. */
export type LatestValues = {
  readonly $state: SubmitQuery<SiteLatest, number>['$state'];
  /** Loads the values of a site in place of another's; undefined for no site. */
  show(ndx: number | undefined): void;
  retry(): void;
  cancel(): void;
};

export function createLatestValues(request: Requester, now: () => number = Date.now): LatestValues {
  const cache = new Map<number, { readonly data: SiteLatest; readonly at: number }>();

  async function fetchLatest(ndx: number, signal: AbortSignal): Promise<SiteLatest> {
    const cached = cache.get(ndx);
    if (cached && now() - cached.at < cacheMs) return cached.data;
    const data = await request(readSiteLatest, { params: { location: String(ndx) } }, { signal });
    cache.set(ndx, { data, at: now() });
    return data;
  }

  const query = createSubmitQuery<SiteLatest, number>({ fetch: fetchLatest, isSame: Object.is });

  return {
    $state: query.$state,
    show: (ndx) => (ndx === undefined ? query.clear() : query.submit(ndx)),
    retry: () => void query.retry(),
    cancel: query.cancel,
  };
}
