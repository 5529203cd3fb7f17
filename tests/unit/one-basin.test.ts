import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { basin } from '../support/basin.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What would tie the pages to one river; it stands in the basin file. */
const places = ['Upper Snake', ...basin.map.center.map(String)];
const shown = ['features', 'pages', 'kits', 'components', 'layouts', 'stores', 'config'];

test.each(shown)('src/%s names no river of its own', (layer) => {
  const folder = path.join(root, 'src', layer);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(files.length).toBeGreaterThan(0);
  const found = files
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return places.some((place) => text.includes(place));
    });
  expect(found.map((file) => path.relative(root, file))).toEqual([]);
});
