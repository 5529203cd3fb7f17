import type { SearchIndex } from '#config/search-index.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';

const timeoutMs = 10_000;

/** Loads what the search knows beside the sites. */
export async function loadSearchIndex(): Promise<SearchIndex> {
  const response = await fetchWithRetry('/search.json', { timeoutMs });
  if (!response.ok) throw new Error(`The index answered ${response.status}.`);
  return response.json();
}

/** Whose screens the reader of the page sees, as `audiencesOf` lists them. */
export function audiencesOfPage(): readonly string[] {
  return document.documentElement.dataset.sees?.split(' ') ?? [];
}
