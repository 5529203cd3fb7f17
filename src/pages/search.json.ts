import { readPassages } from '#components/docs/passages.ts';
import { readDocsTree } from '#components/docs/tree.ts';
import { readPortalBasin } from '#config/basin/basin-file.ts';
import {
  basinEntries,
  mainParametersOf,
  mainSitesOf,
  type SearchIndex,
  screenEntries,
} from '#config/search-index.ts';

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
