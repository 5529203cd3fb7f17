import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Feature, hooks } from '#contract/feature.ts';
import { features } from '#features/index.ts';
import {
  importsOfDeleted,
  readImports,
  withoutFeatures,
  withoutGuides,
  withUsers,
} from '../../../src/commands/check-features.ts';

const folder = path.resolve(import.meta.dirname, '../../../src/features');

test.each(features.map((each) => [each.name, each] as const))(
  '%s has a manifest, ten lines about itself, and what it says it has',
  (name, feature) => {
    expect(existsSync(path.join(folder, name, 'feature.ts'))).toBe(true);
    expect(existsSync(path.join(folder, name, 'README.md'))).toBe(true);
    expect(existsSync(path.join(folder, name, 'server/index.ts'))).toBe(feature.hasServer);
    for (const { file } of feature.pages ?? []) expect(existsSync(path.join(folder, name, file))).toBe(true);
  },
);

test.each(features.map((each) => [each.name, each.uses] as const))(
  '%s imports what it says: %j',
  (name, uses) => {
    const texts = globSync('**/*.{ts,tsx,astro}', { cwd: path.join(folder, name) }).map((file) =>
      readFileSync(path.join(folder, name, file), 'utf8'),
    );
    const doors = texts.flatMap((text) => [
      ...text.matchAll(/'(?:\.\.\/)+([a-z-]+)(?:\/server)?\/index\.ts'/g),
    ]);
    const used = doors.flatMap(([, other]) =>
      other !== undefined && existsSync(path.join(folder, other)) ? [other] : [],
    );
    expect([...new Set(used)].toSorted()).toEqual([...uses]);
  },
);

test.each(features.map((each) => [each.name, each.fills ?? []] as const))(
  '%s fills the hooks that it says: %j',
  (name, fills) => {
    const filesIn = (part: string) =>
      globSync(`${part}/*.{ts,tsx,astro}`, { cwd: path.join(folder, name) }).map(
        (file) => path.parse(file).name,
      );
    const places: Readonly<Record<string, { readonly runsIn: string }>> = hooks;
    const isOf = (where: string) => (hook: string) => places[hook]?.runsIn === where;
    expect(filesIn('fills').toSorted()).toEqual(fills.filter((hook) => !isOf('server')(hook)).toSorted());
    expect(filesIn('server/fills').toSorted()).toEqual(fills.filter(isOf('server')).toSorted());
  },
);

test('what gathers the fills of a hook searches the folders of all features', () => {
  const source = path.join(folder, '..');
  const gathered = globSync('**/*.{ts,tsx,astro}', { cwd: source }).flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    const patterns = text.matchAll(/import\.meta\.glob[^(]*\(\s*'([^']*\/fills\/[^']*)'/g);
    return [...patterns].map(([, pattern = '']) =>
      pattern.startsWith('/') ? pattern : `/src/${path.posix.join(path.posix.dirname(file), pattern)}`,
    );
  });
  expect(gathered.length).toBeGreaterThan(10);
  for (const each of gathered) {
    expect(each).toMatch(/^\/src\/features\/\*\/fills\/[a-z-]+\.(ts|tsx|astro)$/);
    expect(Object.keys(hooks)).toContain(path.parse(each).name);
  }
});

test('the list has every folder with a manifest but the template, which is no part of the portal', () => {
  const folders = globSync('*/feature.ts', { cwd: folder }).map((file) => path.dirname(file));
  expect(features.map(({ name }) => name).toSorted()).toEqual(
    folders.filter((name) => name !== 'feature-template').toSorted(),
  );
});

test.each(features.flatMap(({ name, guides = [] }) => guides.map((guide) => [name, guide] as const)))(
  '%s has its guide %s',
  (_, guide) => {
    expect(existsSync(path.join(folder, `../../content/documentation/guide/${guide}.md`))).toBe(true);
  },
);

test('a page without the guides of a feature has their names in place of links, and no rows of its pages', () => {
  const text =
    '| Map, People | read |\n| People | use |\nSee [the list](/documentation/guide/people#block) and [Map](/documentation/guide/map).\n';
  expect(withoutGuides(text, ['people'], ['People'])).toBe(
    '| Map | read |\nSee the list and [Map](/documentation/guide/map).\n',
  );
});

const list = `import { one } from './one/feature.ts';
import { oneMore } from './one-more/feature.ts';

export const features: readonly Feature[] = [one, oneMore];
`;

test.each([
  [['one'], '[oneMore]'],
  [['one-more'], '[one, ]'],
  [['one', 'one-more'], '[]'],
  [['none'], '[one, oneMore]'],
])('the list without %j has %s', (names, rest) => {
  const text = withoutFeatures(list, names);
  expect(text).toContain(rest);
  for (const name of names) expect(text).not.toContain(`/${name}/feature`);
});

test('a feature is deleted with those that use it, and with their users', () => {
  const named = (name: string, uses: readonly string[] = []): Feature => ({
    ...{ name, uses },
    isOptional: true,
    hasServer: false,
  });
  const [one, user, userOfUser, other] = [
    named('one'),
    named('user', ['one']),
    named('user-of-user', ['user']),
    named('other'),
  ] as const;
  expect(withUsers(one, [other, userOfUser, user, one])).toEqual([one, user, userOfUser]);
  expect(withUsers(userOfUser, [one, user, userOfUser])).toEqual([userOfUser]);
});

test('what imports a file of a deleted feature is named, but for the feature and its tests', () => {
  const text =
    "import { one } from '#features/one/index.ts';\nexport const load = () => import('../one/rules.ts');";
  const files = [
    'src/features/two/rules.ts',
    'src/features/one/rules.ts',
    'tests/features/one/rules.test.ts',
  ];
  const imports = readImports([...files, 'src/features/index.ts'].map((file) => ({ path: file, text })));
  expect(importsOfDeleted(['one'], imports)).toEqual([
    'src/features/two/rules.ts imports #features/one/index.ts',
    'src/features/two/rules.ts imports ../one/rules.ts',
  ]);
  expect(importsOfDeleted(['on'], imports)).toEqual([]);
});
