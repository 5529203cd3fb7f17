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
// of each, its types as well if it is named, and for all together the types, the checks, the pages and the quick tests.

const listFile = 'src/features/index.ts';

/** Tests that judge prose, where a person takes out what it says of a feature. */
const testsOfProse = ['tests/unit/docs.test.ts', 'tests/unit/search', 'tests/unit/documentation'];

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

/** Copies the repository without some features, their tests, guides and npm scripts. @returns the files that are left */
function copyWithout(copy: string, deleted: readonly Feature[]): readonly string[] {
  const names = deleted.map(({ name }) => name);
  const guides = deleted.flatMap(guidesOf);
  const titles = deleted.flatMap(({ pages = [] }) => pages.map(({ label }) => label));
  for (const folder of ['src', 'tests', 'content'])
    rmSync(path.join(copy, folder), { recursive: true, force: true });
  const all = filesOfRepository();
  const isDeleted = (file: string) =>
    names.some((name) => isOfFeature(file, name)) ||
    guides.some((guide) => file === `content/documentation/guide/${guide}.md`);
  const left = all.filter((file) => !isDeleted(file));
  for (const file of left) {
    const to = path.join(copy, file);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(root, file), to);
  }
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(path.join(copy, file), change(readFileSync(path.join(root, file), 'utf8')));
  edit(listFile, (list) => withoutFeatures(list, names));
  const scripts = all.flatMap((file) =>
    names.flatMap(
      (name) => new RegExp(`^src/features/${name}/commands/([\\w-]+)\\.ts$`).exec(file)?.[1] ?? [],
    ),
  );
  edit('package.json', (text) =>
    scripts.reduce((rest, script) => rest.replace(new RegExp(`^ *"${script}": "node .*\\n`, 'm'), ''), text),
  );
  for (const file of left.filter((each) => /^content\/documentation\/.*\.md$/.test(each)))
    edit(file, (text) => withoutGuides(text, guides, titles));
  return left;
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
const tests = [
  'node_modules/vitest/vitest.mjs',
  ...[
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'fast',
    '--reporter=dot',
    '--tags-filter=!full',
  ],
  ...testsOfProse.flatMap((each) => ['--exclude', `${each}**`]),
];

function countLines(copy: string, files: readonly string[]): number {
  const lines = files.map((file) => readFileSync(path.join(copy, file), 'utf8').split('\n').length - 1);
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

/** What is left and imports a file of deleted features, a line each. */
export function importsOfDeleted(
  names: readonly string[],
  sources: readonly SourceFile[],
): readonly string[] {
  const isDeleted = (file: string) => names.some((name) => isOfFeature(file, name));
  const left = sources.filter(({ path: file }) => file !== listFile && !isDeleted(file));
  return left.flatMap((source) =>
    importsOf(source)
      .filter((specifier) => isDeleted(resolveImport(source.path, specifier) ?? ''))
      .map((specifier) => `${source.path} imports ${specifier}`),
  );
}

/** @param chosen names of features, and `all` for all together; everything without one */
function checkFeatures(chosen: readonly string[]): boolean {
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const copy = mkdtempSync(path.join(tmpdir(), 'portal-features-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  linkPackages(copy);
  const optional = features.filter(({ isOptional }) => isOptional);
  let isWhole = true;
  const report = (title: string, left: readonly string[], faults: readonly (string | undefined)[]) => {
    const found = faults.filter((each) => each !== undefined);
    const source = left.filter((file) => file.startsWith('src/'));
    console.log(
      `${title}: ${found.length === 0 ? 'nothing breaks' : 'breaks'}; src has ${countLines(copy, source)} lines in ${source.length} files.`,
    );
    for (const each of found) console.error(each);
    isWhole &&= found.length === 0;
  };
  const sources = readSources(root, codeOfRepository());
  for (const feature of optional.filter(({ name }) => isChosen(name))) {
    const deleted = withUsers(feature, optional);
    const names = deleted.map(({ name }) => name);
    const imports = importsOfDeleted(names, sources).join('\n') || undefined;
    // The types take ten seconds each, and what breaks them is nearly always an import.
    const isNamed = chosen.length > 0;
    const left = copyWithout(copy, deleted);
    report(`Without ${names.join(', ')}`, left, [imports, isNamed ? findFaults(copy, types) : undefined]);
  }
  if (!isChosen('all')) return isWhole;
  const left = copyWithout(copy, optional);
  const all = [types, ['tests/checks/run.ts'], build, tests].map((each) => findFaults(copy, each));
  report('Without all of them', left, all);
  return isWhole;
}

if (import.meta.main) process.exit(checkFeatures(process.argv.slice(2)) ? 0 : 1);
