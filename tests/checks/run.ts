import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findFrontMatterFaults, pageKindOf } from '#config/front-matter.ts';
import { features } from '#features/index.ts';
import { filesOfRepository } from '../../src/commands/support/repository-files.mjs';
import { findBrokenLinks } from './doc-links.ts';
import { findLongPages } from './documentation-length.ts';
import { findForbiddenImports, findImportCycles, importedBy, readSources } from './imports.ts';
import { findOpenRoots, findOwnHeads } from './markup.ts';
import { findCrowdedFolders, findNamingFaults, findSharedTypeNames } from './names.ts';

/**
 * The checks of our own: imports against the table, import circles, names; front matter, links and length of the
 * documentation. Ends with 1 where something is wrong.
 */

const root = path.resolve(import.meta.dirname, '../..');
const pathOf = (file: string) => path.join(root, file);
const read = (file: string) => readFileSync(pathOf(file), 'utf8');

const files = filesOfRepository();
const sources = readSources(root, files);
const documents = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ path: file, text: read(file) }));

/** The address of a page file: `src/pages/documents/index.astro` is the page `/documents`. */
function pageAddress(file: string): readonly string[] {
  const [, page] = /^src\/pages\/([\w/-]+)\.astro$/.exec(file) ?? [];
  return page === undefined ? [] : [`/${page}`.replace(/\/index$/, '') || '/'];
}

const pagesOfFeatures = features.flatMap(({ pages = [] }) => pages.map((page) => page.path));

// What `astro check` depends on: it runs again only when this has changed.
const pages = sources.filter(({ path: file }) => file.endsWith('.astro'));
const inputs = createHash('sha256').update(read('package-lock.json'));
for (const each of importedBy(pages, sources)) inputs.update(`${each.path}\n${each.text}`);
mkdirSync(pathOf('.cache'), { recursive: true });
writeFileSync(pathOf('.cache/astro-inputs'), inputs.digest('hex'));

const findings: readonly (readonly [title: string, found: readonly string[]])[] = [
  ['Imports against the table', findForbiddenImports(sources)],
  ['Import circles', findImportCycles(sources)],
  // The lists of avoided words are in names.ts itself.
  [
    'Names and words',
    sources.filter(({ path: file }) => !file.endsWith('checks/names.ts')).flatMap(findNamingFaults),
  ],
  ['Types of one name', findSharedTypeNames(sources)],
  ['Folders with too many files', findCrowdedFolders(files)],
  ['Heads of pages', sources.flatMap(findOwnHeads)],
  ['Screens without an error boundary', sources.flatMap(findOpenRoots)],
  [
    'Front matter',
    documents.flatMap(({ path: file, text }) => {
      const kind = pageKindOf(file);
      return kind === undefined ? [] : findFrontMatterFaults(file, text, kind);
    }),
  ],
  [
    'Links that lead nowhere',
    findBrokenLinks(documents, files, [...files.flatMap(pageAddress), ...pagesOfFeatures]),
  ],
  ['Pages with too many words', findLongPages(documents)],
];
for (const [title, found] of findings) {
  if (found.length > 0) console.error(`\n${title}:\n${found.map((each) => `  ${each}`).join('\n')}`);
}
const count = findings.reduce((sum, [, found]) => sum + found.length, 0);
console.log(
  count === 0 ? `Checked names, imports and links of ${files.length} files.` : `\n${count} faults.`,
);
process.exit(count === 0 ? 0 : 1);
