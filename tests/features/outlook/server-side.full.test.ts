import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, readSources, resolveImport } from '../../checks/imports.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** What a page of the browser may start from. */
const browserFolders = ['pages', 'layouts', 'components', 'features', 'stores', 'session', 'client', 'kits'];

test('nothing that a browser loads imports the linear algebra', () => {
  const paths = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).map((each) => each.replaceAll('\\', '/'));
  const files = new Map(readSources(root, paths).map((file) => [file.path, file]));
  const reached = new Set<string>();
  const visit = (name: string): void => {
    const file = files.get(name);
    if (!file || reached.has(name)) return;
    reached.add(name);
    for (const specifier of importsOf(file)) visit(resolveImport(name, specifier) ?? '');
  };
  const isOfBrowser = (name: string) =>
    browserFolders.includes(name.split('/')[1] ?? '') &&
    !/^src\/features\/[^/]+\/(rules|server)\//.test(name);
  for (const name of files.keys()) if (isOfBrowser(name)) visit(name);
  const importers = (names: Iterable<string>) =>
    [...names].filter((name) => {
      const file = files.get(name);
      return file && importsOf(file).includes('ml-matrix');
    });
  expect(importers(files.keys())).not.toEqual([]);
  expect(importers(reached)).toEqual([]);
});
