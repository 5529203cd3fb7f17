import { expect, it } from 'vitest';
import { type BuiltScript, writePageStart } from '#components/build/page-starts.ts';

const script = (imports: readonly string[] = [], sheets: readonly string[] = []): BuiltScript => ({
  imports: imports.map((name) => `_assets/${name}`),
  sheets: new Set(sheets.map((name) => `_assets/${name}`)),
});

const scripts = new Map([
  ['_assets/page.js', script(['shared.js'], ['page.css'])],
  ['_assets/shared.js', script(['deep.js', 'page.js'], ['shared.css'])],
  ['_assets/deep.js', script()],
  ['_assets/island.js', script(['shared.js'], ['island.css'])],
  ['_assets/later.js', script(['deep.js'], ['later.css', 'shared.css'])],
]);

const sheet = (name: string) => `<link rel="stylesheet" href="/_assets/${name}.css">`;
const write = (sheets: string, body: string) =>
  writePageStart(`<head>${sheets}</head><body>${body}</body>`, scripts);
const preloaded = (html: string) =>
  [...html.matchAll(/rel="modulepreload" href="\/_assets\/(\w+)\.js"/g)].map(([, name]) => name);

const ownScript = '<script type="module" src="/_assets/page.js"></script>';
const island = '<astro-island component-url="/_assets/island.js" renderer-url="/_assets/client.js">';

it('preloads what the scripts of a page import, at any depth, once, also when they import each other', () => {
  expect(preloaded(write('', ownScript))).toEqual(['shared', 'deep']);
});

it('preloads an island with what it imports', () => {
  expect(preloaded(write('', island))).toEqual(['island', 'client', 'shared', 'deep', 'page']);
});

it('leaves out the style sheets of scripts that the page loads later, and no other', () => {
  const all = ['own', 'page', 'shared', 'later', 'island'].map(sheet).join('');
  const written = write(all, ownScript);
  expect(written).toContain(['own', 'page', 'shared'].map(sheet).join(''));
  expect(written).not.toMatch(/(later|island)\.css/);
});

it('leaves a page without scripts as it is', () => {
  const html = `<head>${sheet('own')}</head><body></body>`;
  expect(writePageStart(html, scripts)).toBe(html);
});

it('keeps a script that the build does not know', () => {
  expect(preloaded(write('', '<script type="module" src="/_assets/other.js"></script>'))).toEqual([]);
});
