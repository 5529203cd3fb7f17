import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parsePassages } from '#components/docs/parse-passages.ts';
import {
  mainSitesOf,
  placeEntries,
  type SearchEntry,
  type SearchIndex,
  screenEntries,
} from '#config/search-index.ts';
import { basin } from '../../support/basin.ts';

const folder = path.resolve(import.meta.dirname, '../../../content/documentation');

/** The pages of the documentation as the built index has them. */
function readPages() {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const [, head = '', body = ''] = readFileSync(path.join(folder, name), 'utf8').split(/^---$/m, 3);
      const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
      return {
        id: name.replace(/\.md$/, ''),
        title: field('title'),
        description: field('description'),
        body,
      };
    });
}

export function readDocumentation(): readonly SearchEntry[] {
  return readPages().flatMap(({ id, title, description, body }) =>
    parsePassages(`/documentation/${id}`, { title, description }, body, id.startsWith('decisions/')),
  );
}

/** The index of the project's basin, as `/search.json` has it. */
export function readIndex(): SearchIndex {
  const about = new Map(readPages().map(({ id, description }) => [id.replace(/^guide\//, ''), description]));
  return {
    entries: [...screenEntries(about), ...placeEntries(basin), ...readDocumentation()],
    mainSites: mainSitesOf(basin),
  };
}
