import { expect, test } from 'vitest';
import { findFrontMatterFaults, type PageKind, pageKindOf } from '#config/front-matter.ts';

const page = (...lines: readonly string[]) => ['---', ...lines, '---', '', 'Text.', ''].join('\n');
const sound = ['title: A page', 'description: What it says.', 'section: guide', 'order: 3'];
const faultsOf = (text: string, kind: PageKind = 'documentation') =>
  findFrontMatterFaults('a.md', text, kind);

test.each<[kind: PageKind, lines: readonly string[]]>([
  ['documentation', sound],
  ['documentation', [...sound, 'picture: "The map: sites and rivers"']],
  ['decisions', ['title: Why', 'date: 2026-11-24', 'status: accepted']],
  ['decisions', ['title: Why', 'date: "2026-11-24"', 'status: superseded']],
  ['changelog', ['version: 1.0.0', 'date: 2026-11-24', 'summary: New.']],
  ['unreleased', ['audience: programs']],
  ['pages', ['description: What it says.']],
])('front matter of %s with all its fields has no fault', (kind, lines) => {
  expect(faultsOf(page(...lines), kind)).toEqual([]);
  expect(faultsOf(page(...lines).replaceAll('\n', '\r\n'), kind)).toEqual([]);
});

test.each<[what: string, text: string, faults: readonly string[], kind?: PageKind]>([
  [
    'an unknown field, and the one that it stood for',
    page('titel: A page', ...sound.slice(1)),
    [
      'a.md:1: the field title is missing: expected text',
      'a.md:2: there is no field titel; expected title, description, section, order, picture',
    ],
  ],
  [
    'several faults at once, in the order of the fields',
    page('title: ""', 'description: 5', 'section: elsewhere', 'order: first'),
    [
      'a.md:2: title is "": expected text',
      'a.md:3: description is 5: expected text',
      'a.md:4: section is "elsewhere": expected start, guide, maintain or recipes',
      'a.md:5: order is "first": expected a whole number',
    ],
  ],
  [
    'two unknown fields',
    page(...sound, 'author: Ann', 'tags: [a]'),
    ['author', 'tags'].map(
      (name, at) =>
        `a.md:${6 + at}: there is no field ${name}; expected title, description, section, order, picture`,
    ),
  ],
  ['a fraction', page(...sound.slice(0, 3), 'order: 1.5'), ['a.md:5: order is 1.5: expected a whole number']],
  ['a field without a value', page('title:', ...sound.slice(1)), ['a.md:2: title is null: expected text']],
  [
    'a list',
    page('- title', '- order'),
    ['a.md:2: front matter has fields: title, description, section, order, picture'],
  ],
  [
    'no front matter',
    '# A page\n',
    [
      'a.md:1: the page does not begin with front matter between two lines ---; it needs title, description, section, order, picture',
    ],
  ],
  [
    'front matter without an end',
    '---\ntitle: A page\n',
    [
      'a.md:1: the page does not begin with front matter between two lines ---; it needs title, description, section, order, picture',
    ],
  ],
  [
    'an empty one',
    '---\n---\n\nText.\n',
    ['title', 'description', 'section', 'order'].map((name) =>
      expect.stringContaining(`the field ${name} is missing`),
    ),
  ],
  [
    'a day that is none',
    page('title: Why', 'date: 2026-02-30', 'status: accepted'),
    ['a.md:3: date is "2026-02-30": expected a day such as 2027-01-15'],
    'decisions',
  ],
  [
    'a version of two numbers',
    page('version: 1.0', 'date: 2026-11-24', 'summary: New.'),
    ['a.md:2: version is 1: expected a version such as 1.0.0'],
    'changelog',
  ],
  [
    'an audience that there is not',
    page('audience: everybody'),
    ['a.md:2: audience is "everybody": expected users, operators or programs'],
    'unreleased',
  ],
  [
    'a status that there is not',
    page('title: Why', 'date: 2026-11-24', 'status: done'),
    ['a.md:4: status is "done": expected proposed, accepted or superseded'],
    'decisions',
  ],
])('says of %s what is wrong and where', (_, text, faults, kind) => {
  expect(faultsOf(text, kind)).toEqual(faults);
});

test.each([
  ['a colon in a value', page('title: A page: about', ...sound.slice(1)), /^a\.md:2: this is no YAML: /],
  ['a field that is there twice', page(...sound, 'order: 4'), /^a\.md:6: this is no YAML: .*unique/],
  [
    'a quotation mark that is not closed',
    page('title: "A page', ...sound.slice(1)),
    /^a\.md:\d: this is no YAML: /,
  ],
])('says of %s that it is no YAML', (_, text, fault) => {
  expect(faultsOf(text)[0]).toMatch(fault);
});

test.each([
  ['content/documentation/guide/today.md', 'documentation'],
  ['content/documentation/decisions/0001-a.md', 'decisions'],
  ['content/changelog/1.0.0.md', 'changelog'],
  ['content/changelog/unreleased/fill-card.md', 'unreleased'],
  ['content/pages/about.md', 'pages'],
  ['content/documentation/images/guide/a.webp', undefined],
  ['README.md', undefined],
])('%s is a page of the kind %s', (file, kind) => {
  expect(pageKindOf(file)).toBe(kind);
});
