import { getCollection } from 'astro:content';
import { decisionAddress, documentAddress, readDocsTree } from '#components/docs/tree.ts';
import { readPortalBasin } from '#config/basin/basin-file.ts';
import type { SearchEntry } from '#config/search-entry.ts';
import { parsePassages } from '../rules/parse-passages.ts';
import {
  basinEntries,
  mainParametersOf,
  mainSitesOf,
  type SearchIndex,
  screenEntries,
} from '../rules/search-index.ts';

/** Returns what the search finds, apart from sites: screens, places and the documentation. */
export async function GET(): Promise<Response> {
  const basin = readPortalBasin();
  const guides = (await readDocsTree()).flatMap(({ links }) => links);
  const about = new Map(
    guides.map(({ href, description }) => [href.replace(/^\/documentation\/guide\//, ''), description]),
  );
  const index: SearchIndex = {
    entries: [...screenEntries(about), ...basinEntries(basin), ...(await readPassages())],
    mainSites: mainSitesOf(basin),
    parameters: mainParametersOf(basin),
  };
  return new Response(JSON.stringify(index), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** Reads what the search finds of the documentation: its pages and their sections. */
async function readPassages(): Promise<readonly SearchEntry[]> {
  const documents = await getCollection('documentation');
  const decisions = await getCollection('decisions');
  return [
    ...documents.flatMap((entry) =>
      parsePassages({ href: documentAddress(entry), ...entry.data }, entry.body ?? ''),
    ),
    ...decisions.flatMap((entry) =>
      parsePassages({ href: decisionAddress(entry), title: entry.data.title }, entry.body ?? ''),
    ),
  ];
}
