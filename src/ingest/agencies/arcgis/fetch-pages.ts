import type { RetryingFetch } from '../../http-retry.ts';
import { SourceRefused } from '../../source.ts';

/** Large requests can end in server errors. The next size is tried then. */
export type PageSizes = readonly [number, ...number[]];

const maxRequests = 200;

/**
 * Fetches all features of a query, page by page.
 * @throws SourceRefused
 */
export async function fetchPages<T>(
  fetchWithRetry: RetryingFetch,
  sizes: PageSizes,
  toUrl: (offset: number, size: number) => string,
  parse: (text: string) => { readonly items: readonly T[]; readonly hasMore: boolean },
): Promise<T[]> {
  const items: T[] = [];
  let [size] = sizes;
  for (let page = 0; page < maxRequests; page += 1) {
    try {
      const batch = await fetchWithRetry(toUrl(items.length, size), parse);
      items.push(...batch.items);
      if (!batch.hasMore || batch.items.length === 0) return items;
    } catch (error) {
      const smaller = sizes.find((each) => each < size);
      if (!(error instanceof SourceRefused) || smaller === undefined) throw error;
      size = smaller;
    }
  }
  throw new SourceRefused(
    `The service still has more features after ${maxRequests} requests; its paging does not work.`,
  );
}
