import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findModel } from '#config/models/index.ts';
import { routes } from '#config/routes.ts';
import { importSources } from '#contract/imports.ts';
import { endpoints } from '#contract/index.ts';
import { BadArguments } from '../run-command.ts';
import { planMigration } from '../support/migration.mjs';
import { applyTemplate, type FileChange, type ReadFile } from './apply-template.ts';

export const usage = `npm run new -- screen NAME [--title TITLE] [--group GROUP]
npm run new -- model NAME [--title TITLE] [--singular NAME]
npm run new -- agency NAME [--title TITLE]

For example: npm run new -- screen records-by-parameter --group watershed-overview`;

const kinds = ['screen', 'model', 'agency'] as const;
type Kind = (typeof kinds)[number];

/** The part of a page's address that each group of the menu stands for. */
const groups: Readonly<Record<string, string>> = {
  'watershed-overview': 'Watershed Overview',
  'data-analysis-tools': 'Data Analysis Tools',
  resources: 'Resources',
  documents: 'Documents',
};

/** What the command line asks for; what is undefined follows from the name. */
export type NewRequest = {
  readonly kind: string | undefined;
  readonly name: string | undefined;
  readonly title?: string | undefined;
  /** Of a screen. */
  readonly group?: string | undefined;
  /** Of a model, as one would write it in a sentence: `gage visit`. */
  readonly singular?: string | undefined;
};

/** The repository as far as a plan has to know it. */
export type Repository = {
  readonly read: ReadFile;
  /** The names of the tables that the migrations create. */
  readonly tables: ReadonlySet<string>;
  readonly now: Date;
};

/** Works out every file that a new screen, model or agency needs, without writing anything. @throws BadArguments */
export function planNew(request: NewRequest, repository: Repository): readonly FileChange[] {
  const kind = kinds.find((each) => each === request.kind);
  if (!kind) fail(`There is no kind "${request.kind ?? ''}"; expected ${kinds.join(', ')}.`);
  refuseForeignOptions(kind, request);
  const name = checkName(kind, request.name);
  const title = checkText('title', request.title) ?? toTitle(name);
  const template = readTemplate(kind);
  const values = { name, title, camel: toCamel(name), pascal: toPascal(name) };
  if (kind === 'screen') {
    const place = placeOf(name, { title, group: request.group });
    return applyTemplate(
      template,
      { ...values, ...place, order: nextGuideOrder(repository) },
      repository.read,
    );
  }
  if (kind === 'agency') {
    return applyTemplate(template, { ...values, upper: name.toUpperCase() }, repository.read);
  }
  const singular = checkText('singular', request.singular) ?? toSingular(name).replaceAll('-', ' ');
  const table = singular.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  if (repository.tables.has(table)) fail(`The database has a table ${table} already. Choose another name.`);
  if (findModel(name)) fail(`There is a model ${name} already.`);
  refuseUsedAddress(`/api/${name}`);
  const inSentences = { singular, plural: name.replaceAll('-', ' '), article: articleOf(singular), table };
  return [
    ...applyTemplate(template, { ...values, ...inSentences }, repository.read),
    ...planMigration(table, { like: 'dataset', now: repository.now, read: repository.read }),
  ];
}

function fail(fault: string): never {
  throw new BadArguments(`${fault}\n\n${usage}`);
}

function readTemplate(kind: Kind): string {
  return readFileSync(path.join(import.meta.dirname, `${kind}.md`), 'utf8');
}

function refuseForeignOptions(kind: Kind, { group, singular }: NewRequest): void {
  if (group !== undefined && kind !== 'screen') fail(`--group is an option of a screen, not of a ${kind}.`);
  if (singular !== undefined && kind !== 'model')
    fail(`--singular is an option of a model, not of a ${kind}.`);
}

const maxNameLength = 40;

/** Words of the language, and names that the written files use themselves. */
const reserved = new Set(
  'address model models page query screen source sources table-view await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in index instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);

function checkName(kind: Kind, name: string | undefined): string {
  if (name === undefined || name.trim() === '') fail(`Name the ${kind}.`);
  const pattern = kind === 'agency' ? /^[a-z][a-z0-9]*$/ : /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
  if (!pattern.test(name)) {
    const example = { screen: 'records-by-parameter', model: 'gage-visits', agency: 'codwr' }[kind];
    const allowed =
      kind === 'agency'
        ? 'one word of lower-case letters and digits'
        : 'lower-case words with hyphens between them';
    fail(`"${name}" cannot be the name of a ${kind}: it has to be ${allowed}, such as ${example}.`);
  }
  if (name.length > maxNameLength)
    fail(`"${name}" is too long: a name has up to ${maxNameLength} characters.`);
  if (reserved.has(name)) fail(`"${name}" means something in the code itself. Choose another name.`);
  if (kind === 'agency' && importSources.some((each) => each === name))
    fail(`There is an agency ${name} already.`);
  return name;
}

/** Titles go into front matter, strings and headings as they are. */
function checkText(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^[A-Za-z][\w &(),./-]*$/.test(text) || text.length > 60)
    fail(
      `--${option} "${text}" has to begin with a letter and have up to 60 letters, digits, spaces and & ( ) , . / -`,
    );
  return text;
}

function placeOf(
  name: string,
  { title, group = 'data-analysis-tools' }: { title: string; group?: string | undefined },
) {
  const groupTitle = groups[group];
  if (groupTitle === undefined)
    fail(`The menu has no group "${group}"; expected ${Object.keys(groups).join(', ')}.`);
  const address = `/${group}/${name}`;
  const same = routes.find((route) => route.path === address || route.label === title);
  if (same) fail(`There is a page "${same.label}" at ${same.path} already.`);
  refuseUsedAddress(`/api/${name}`);
  return { group, groupTitle, address };
}

function refuseUsedAddress(address: string): void {
  if (endpoints.some((endpoint) => endpoint.path === address))
    fail(`The API has ${address} already. Choose another name.`);
}

/** The place of the new page behind those of the guide. */
function nextGuideOrder({ read }: Repository): string {
  const orders = routes.flatMap(({ guide }) => {
    const text = guide === undefined ? undefined : read(`content/documentation/guide/${guide}.md`);
    return Number(/^order: (\d+)$/m.exec(text ?? '')?.[1] ?? 0);
  });
  return String(Math.max(...orders) + 1);
}

const lowerCaseInTitles = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
]);

/** `records-by-parameter` is *Records by Parameter*. */
function toTitle(name: string): string {
  const parts = name.split('-');
  return parts.map((word, at) => (at > 0 && lowerCaseInTitles.has(word) ? word : capitalize(word))).join(' ');
}

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const toPascal = (name: string) => name.split('-').map(capitalize).join('');
const toCamel = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** `gage-visits` is `gage-visit`, `surveys-of-bodies` needs `--singular`. */
function toSingular(name: string): string {
  return name
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '');
}

const articleOf = (word: string) => (/^[aeiou]/i.test(word) ? 'an' : 'a');
