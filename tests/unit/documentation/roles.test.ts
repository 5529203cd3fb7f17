import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { navigation } from '#config/navigation.ts';
import { routes } from '#config/routes.ts';
import { features } from '#features/index.ts';

const page = path.resolve(import.meta.dirname, '../../../content/documentation/guide/signing-in.md');

const rows = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

const documented = new Map(
  rows.flatMap(([pages = '', visitor = '', user = '', administrator = '', developer = '']) =>
    pages.split(', ').map((label) => [label, { visitor, user, administrator, developer }] as const),
  ),
);

/** Pages on the way to others, and without content of their own. */
const withoutRow = [
  'Home',
  'Page not found',
  'Coming Soon',
  'Log out',
  'Sign in',
  'Blank Page',
  'Default Dashboard',
  'Profile',
  'Public Document',
  'Privacy',
  'Terms of Service',
];

const pages = routes
  .filter(({ label, path: address }) => !withoutRow.includes(label) && !address.startsWith('/documentation/'))
  .map((route) => ({ ...route, name: route.label.replace(' (Coming Soon)', '') }));

/** A feature's page without a guide is not described yet. */
const undescribed = new Set(
  features.flatMap(({ pages: own = [] }) =>
    own.filter(({ guide }) => guide === undefined).map(({ label }) => label),
  ),
);

describe('the table of roles', () => {
  test.each(pages.filter(({ name }) => !undescribed.has(name)))(
    'says of $name whether it asks for sign-in',
    ({ name, guard }) => {
      expect(documented.get(name)?.visitor).toBe(guard === 'open' ? 'read' : '–');
    },
  );

  test.each(
    navigation
      .flatMap(({ items }) => items)
      .filter(({ visibleTo }) => visibleTo === 'developer' || visibleTo === 'administrator'),
  )('gives more to those in whose menu $label is', ({ label, visibleTo, isGuarded }) => {
    if (!isGuarded) return;
    const row = documented.get(label);
    const role = visibleTo === 'developer' ? 'developer' : 'administrator';
    expect(row?.[role]).not.toBe('–');
    expect(row?.[role]).not.toBe(row?.user);
  });

  test('has no page that is not one', () => {
    const labels = new Set(pages.map(({ name }) => name));
    expect([...documented.keys()].filter((name) => !labels.has(name))).toEqual([]);
  });
});
