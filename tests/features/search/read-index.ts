import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchEntry } from '#config/search-entry.ts';
import type { DataPoint } from '#contract/public-map.ts';
import { parsePassages } from '#features/search/rules/parse-passages.ts';
import {
  basinEntries,
  mainParametersOf,
  mainSitesOf,
  type SearchIndex,
  screenEntries,
} from '#features/search/rules/search-index.ts';
import { basin } from '../../support/basin.ts';
import { site } from '../../unit/public-map/builders.ts';

const folder = path.resolve(import.meta.dirname, '../../../content/documentation');

/** The pages of the documentation as the built index has them. */
function readPages() {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const [, head = '', body = ''] = readFileSync(path.join(folder, name), 'utf8').split(/^---$/m, 3);
      const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
      const [href, title, description] = [
        `/documentation/${name.replace(/\.md$/, '')}`,
        field('title'),
        field('description'),
      ];
      const section = field('section');
      return { page: { href, title, description, ...(section !== '' && { section }) }, body };
    });
}

export function readDocumentation(): readonly SearchEntry[] {
  return readPages().flatMap(({ page, body }) => parsePassages(page, body));
}

/** The index of the project's basin, as `/search.json` has it. */
export function readIndex(): SearchIndex {
  const about = new Map(
    readPages().map(({ page }) => [page.href.replace('/documentation/guide/', ''), page.description]),
  );
  return {
    entries: [...screenEntries(about), ...basinEntries(basin), ...readDocumentation()],
    mainSites: mainSitesOf(basin),
    parameters: mainParametersOf(basin),
  };
}

/** The sites of the project's basin as the API lists them. */
export function readSites(): readonly DataPoint[] {
  const huc8Names = new Map(basin.huc8s.map(({ code, name }) => [code, name]));
  return basin.sites.map((each, at) =>
    site({
      loc_ndx: at + 1,
      loc_id: each.id,
      loc_name: each.name,
      loc_type: each.type,
      loc_type_name: each.type,
      data_provider: each.provider,
      parameter_name: Object.keys(each.series).sort().join(', '),
      huc8_name: huc8Names.get(each.huc8 ?? '') ?? null,
      huc10_name: each.huc10 ?? null,
      lat_dd: each.lat,
      lon_dd: each.lon,
    }),
  );
}
