import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import type { SearchIndex } from '../rules/search-index.ts';

const timeoutMs = 10_000;

/** Loads what the search knows beside the sites. */
export async function loadSearchIndex(): Promise<SearchIndex> {
  const response = await fetchWithRetry('/search.json', { timeoutMs });
  if (!response.ok) throw new Error(`The index answered ${response.status}.`);
  return response.json();
}
