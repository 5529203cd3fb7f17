import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Feature } from '#contract/feature.ts';
import { features } from '#features/index.ts';
import { importsOf, readSources, resolveImport, type SourceFile } from '../../tests/checks/imports.ts';
import { root } from './support/process.mjs';
import { filesOfRepository } from './support/repository-files.mjs';

// Deletes the optional features from a copy of the repository, one at a time and all together, and finds what breaks: imports
// of each, its types as well if it is named, and for all together the types, the checks, the pages and the quick tests of the API.

const listFile = 'src/features/index.ts';

const isOfFeature = (file: string, name: string) =>
  file.startsWith(`src/features/${name}/`) || file.startsWith(`tests/features/${name}/`);

/** The list of features without some of them, as text. */
export function withoutFeatures(list: string, names: readonly string[]): string {
  const isOf = (line: string) => names.some((name) => line.includes(`'./${name}/feature.ts'`));
  const lines = list.split('\n');
  const constants = lines.filter(isOf).flatMap((line) => /\{ (\w+) \}/.exec(line)?.[1] ?? []);
  const rest = lines.filter((line) => !isOf(line)).join('\n');
  return constants.reduce(
    (text, constant) =>
      text.replace(/(?<== )\[.*\]/s, (array) => array.replace(new RegExp(`\\b${constant}\\b(,\\s*)?`), '')),
    rest,
  );
}

/** The pages of the user's guide that are about a feature, by their names. */
const guidesOf = ({ pages = [], guides = [] }: Feature) => [
  ...guides,
  ...pages.flatMap(({ guide }) => guide ?? []),
];

/** A page of the documentation without its links to pages that are deleted, and without the titles of deleted pages in tables. */
export function withoutGuides(text: string, guides: readonly string[], titles: readonly string[]): string {
  const unlinked = text.replace(
    /\[([^\]]*)\]\(\/documentation\/guide\/([\w-]+)[^)]*\)/g,
    (link, label: string, name) => (guides.includes(name) ? label : link),
  );
  return unlinked.replace(/^\| ([^|]+) \|.*\n/gm, (row, cell: string) => {
    const left = cell.split(', ').filter((title) => !titles.includes(title));
    return left.length === 0 ? '' : row.replace(cell, left.join(', '));
  });
}

/** The files that are left without some features, their tests and guides. */
function filesWithout(deleted: readonly Feature[]): readonly string[] {
  const guides = deleted.flatMap(guidesOf);
  return filesOfRepository().filter(
    (file) =>
      !deleted.some(({ name }) => isOfFeature(file, name)) &&
      !guides.some((guide) => file === `content/documentation/guide/${guide}.md`),
  );
}

/** Copies the repository without some features, their tests, guides and npm scripts. */
function copyWithout(copy: string, deleted: readonly Feature[]): void {
  const names = deleted.map(({ name }) => name);
  const guides = deleted.flatMap(guidesOf);
  const titles = deleted.flatMap(({ pages = [] }) => pages.map(({ label }) => label));
  for (const folder of ['src', 'tests', 'content'])
    rmSync(path.join(copy, folder), { recursive: true, force: true });
  const left = filesWithout(deleted);
  for (const file of left) {
    const to = path.join(copy, file);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(root, file), to);
  }
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(path.join(copy, file), change(readFileSync(path.join(root, file), 'utf8')));
  edit(listFile, (list) => withoutFeatures(list, names));
  const scripts = filesOfRepository().flatMap((file) =>
    names.flatMap(
      (name) => new RegExp(`^src/features/${name}/commands/([\\w-]+)\\.ts$`).exec(file)?.[1] ?? [],
    ),
  );
  edit('package.json', (text) =>
    scripts.reduce((rest, script) => rest.replace(new RegExp(`^ *"${script}": "node .*\\n`, 'm'), ''), text),
  );
  for (const file of left.filter((each) => /^content\/documentation\/.*\.md$/.test(each)))
    edit(file, (text) => withoutGuides(text, guides, titles));
}

function linkPackages(copy: string): void {
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  mkdirSync(path.join(copy, '.cache'), { recursive: true });
  for (const name of ['.astro', '.cache/tsbuildinfo']) {
    const from = path.join(root, name);
    if (existsSync(from)) spawnSync('cp', ['-r', from, path.join(copy, name)]);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
}

/** Runs a tool in the copy. @returns what it found, or undefined where it found nothing */
function findFaults(copy: string, parameters: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return status === 0 ? undefined : `${stdout}\n${stderr}`.trim();
}

const types = [
  'node_modules/typescript-native/bin/tsc',
  ...['--noEmit', '--incremental', '--singleThreaded', '--tsBuildInfoFile', '.cache/tsbuildinfo'],
];
const build = ['node_modules/astro/bin/astro.mjs', 'build', '--silent'];
/** Those of the API. What other tests are of has no link to a deleted feature but imports, and types show these. */
const tests = [
  'node_modules/vitest/vitest.mjs',
  ...['run', '--config', 'tests/vitest.config.ts', '--project', 'fast'],
  ...['--reporter=dot', '--tags-filter=!full', 'tests/api/', 'api.test.ts'],
];

/** Counts the lines of source without some features. */
function countLines(files: readonly string[], names: readonly string[]): number {
  const lines = files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return (file === listFile ? withoutFeatures(text, names) : text).split('\n').length - 1;
  });
  return lines.reduce((sum, each) => sum + each, 0);
}

/** A feature with those that use it, and those that use them: they go with it. */
export function withUsers(feature: Feature, all: readonly Feature[]): readonly Feature[] {
  const found = new Set([feature]);
  for (const { name } of found) for (const other of all) if (other.uses.includes(name)) found.add(other);
  return [...found];
}

const codeOfRepository = () =>
  filesOfRepository().filter((file) => /^(src|tests)\/.*\.(ts|tsx|mjs|astro)$/.test(file));

type Import = { readonly from: string; readonly specifier: string; readonly to: string };

/** The imports of files of the repository. */
export function readImports(sources: readonly SourceFile[]): readonly Import[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const to = resolveImport(source.path, specifier);
      return to === undefined ? [] : [{ from: source.path, specifier, to }];
    }),
  );
}

/** What is left and imports a file of deleted features, a line each. */
export function importsOfDeleted(names: readonly string[], imports: readonly Import[]): readonly string[] {
  const isDeleted = (file: string) => names.some((name) => isOfFeature(file, name));
  return imports
    .filter(({ from, to }) => isDeleted(to) && !isDeleted(from) && from !== listFile)
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
}

/** @param chosen names of features, and `all` for all together; everything without one */
function checkFeatures(chosen: readonly string[]): boolean {
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const copy = mkdtempSync(path.join(tmpdir(), 'portal-features-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  linkPackages(copy);
  const optional = features.filter(({ isOptional }) => isOptional);
  let isWhole = true;
  const report = (title: string, deleted: readonly Feature[], faults: readonly (string | undefined)[]) => {
    const found = faults.filter((each) => each !== undefined);
    const left = filesWithout(deleted).filter((file) => file.startsWith('src/'));
    const lines = countLines(
      left,
      deleted.map(({ name }) => name),
    );
    console.log(
      `${title}: ${found.length === 0 ? 'nothing breaks' : 'breaks'}; src has ${lines} lines in ${left.length} files.`,
    );
    for (const each of found) console.error(each);
    isWhole &&= found.length === 0;
  };
  const findTypeFaults = (deleted: readonly Feature[]) => {
    copyWithout(copy, deleted);
    return findFaults(copy, types);
  };
  const imports = readImports(readSources(root, codeOfRepository()));
  for (const feature of optional.filter(({ name }) => isChosen(name))) {
    const deleted = withUsers(feature, optional);
    const names = deleted.map(({ name }) => name);
    const broken = importsOfDeleted(names, imports).join('\n') || undefined;
    // The types take ten seconds each, and what breaks them is nearly always an import.
    const isNamed = chosen.length > 0;
    report(`Without ${names.join(', ')}`, deleted, [broken, isNamed ? findTypeFaults(deleted) : undefined]);
  }
  if (!isChosen('all')) return isWhole;
  copyWithout(copy, optional);
  const all = [types, ['tests/checks/run.ts'], build, tests].map((each) => findFaults(copy, each));
  report('Without all of them', optional, all);
  return isWhole;
}

if (import.meta.main) process.exit(checkFeatures(process.argv.slice(2)) ? 0 : 1);
