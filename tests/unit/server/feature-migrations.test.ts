import { expect, test } from 'vitest';
import {
  applyMigrations,
  checkSchema,
  findMissing,
  findNewer,
  NewerSchema,
  readAppliedMigrations,
  readMigrations,
} from '#server/db/applied-migrations.ts';
import { createEmbeddedStore } from '#server/db/embedded/embedded-store.ts';
import { createLocalEngine } from '#server/db/embedded/engine.ts';
import { createInMemory } from '../../support/backup-archives.ts';

const platform = [1, 2, 3].map((when) => ({ feature: null, when }));
const feature = [2, 9].map((when) => ({ feature: 'a', when }));
const known = [...platform, ...feature];

test.each([
  ['an empty database lacks all', [], known],
  ['a database of a version without the feature lacks those of the feature', platform, feature],
  ['a feature that is ahead in time hides none of the platform', feature, platform],
  ['a database with all lacks none', known, []],
])('%s', (_, applied, missing) => {
  expect(findMissing(known, applied)).toEqual(missing);
});

test.each([
  ['a later one of the platform is newer', { feature: null, when: 4 }, true],
  ['a later one of a known feature is newer', { feature: 'a', when: 10 }, true],
  ['one of a feature that was deleted is not', { feature: 'b', when: 99 }, false],
  ['a known one is not', { feature: 'a', when: 2 }, false],
])('%s', (_, applied, isNewer) => {
  expect(findNewer([...known, applied], known)).toEqual(isNewer ? [applied] : []);
});

test('a database notes the feature of each migration, and opens after the feature was deleted', {
  tags: ['full'],
}, async () => {
  const store = createEmbeddedStore(createLocalEngine(await createInMemory()));
  await applyMigrations(store);
  const applied = await readAppliedMigrations(store);
  const inOrder = (list: readonly { feature: string | null; when: number }[]) =>
    list.map((each) => `${each.feature} ${each.when}`).toSorted();
  expect(inOrder(applied)).toEqual(inOrder(readMigrations()));
  const add = (name: string | null) =>
    store.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at, portal_version, feature)
        values ('x', 4000000000000, '9.1.0', ${name === null ? 'null' : `'${name}'`})`,
    );
  await add('deleted-feature');
  await checkSchema(store, 'It');
  await applyMigrations(store);
  await add(null);
  await expect(checkSchema(store, 'It')).rejects.toThrow(NewerSchema);
  await store.close();
});
