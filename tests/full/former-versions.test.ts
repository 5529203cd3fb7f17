import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { readMigrations } from '#server/db/applied-migrations.ts';
import { applyStatisticSetting, buildMissingStatistics } from '#server/db/build-statistics.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { readDemoState } from '#server/db/demo-state.ts';
import { createLocalEngine } from '#server/db/embedded/engine.ts';
import { migrateEmbedded } from '#server/db/embedded/open-pglite.ts';
import { createEmbeddedStore } from '#server/db/embedded-store.ts';
import { postgresQueryable } from '#server/db/open-postgres.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable, type Store } from '#server/db/store.ts';
import { packageInfo } from '#server/package-info.ts';
import { copyTemplate, createInMemory, dropTables } from '../support/backup-archives.ts';
import { backUp, createPlaces, engineNames, restore, withStore } from '../support/backup-places.ts';
import { migrationsOfVersions, releasedMigrations, writeFormerVersion } from '../support/former-versions.ts';
import { uploadedFile, writeUploadedFile } from '../support/portal-content.ts';

const fixtures = path.resolve(import.meta.dirname, '../fixtures/versions');
const places = createPlaces();
const server = inject('postgresUrl');
const versions = Object.entries(migrationsOfVersions);

async function loadOnServer(url: string, migrations: number) {
  const client = await connectPostgres(url);
  await client.query('drop schema public cascade; create schema public');
  await writeFormerVersion(postgresQueryable(client), migrations);
  await client.end();
}

/** Expects what a version of so many migrations wrote (`former-versions.ts`), and that it can be worked with. */
async function expectContent(store: Store, migrations: number) {
  expect(await store.query('select loc_ndx, loc_id, loc_name, is_shown from location order by 1')).toEqual([
    { loc_ndx: 1, loc_id: '13037500', loc_name: 'Heise', is_shown: true },
    { loc_ndx: 2, loc_id: 'AMF', loc_name: 'American Falls', is_shown: true },
  ]);
  expect(
    await store.query(
      `select loc_ndx, count(*)::int as days, sum(result_value_daily)::float as sum, count(flag)::int as flags
        from daily_value group by 1 order by 1`,
    ),
  ).toEqual([
    { loc_ndx: 1, days: 62, sum: 62 * 1000 + (61 * 62) / 2, flags: migrations >= 4 ? 1 : 0 },
    { loc_ndx: 2, days: 1, sum: Math.fround(123_456.7), flags: 0 },
  ]);
  expect(
    await store.query('select loc_ndx, source, is_demonstration from location_parameter order by 1'),
  ).toEqual([
    { loc_ndx: 1, source: null, is_demonstration: true },
    { loc_ndx: 2, source: 'usbr', is_demonstration: false },
  ]);
  expect(await readDemoState(store)).toEqual({
    has_data: true,
    seeded_through: '2025-10-01',
    has_content: true,
  });
  expect(
    await store.query('select user_uuid, huc8s, locations_left, locations_right from timeseries_user_filter'),
  ).toEqual([{ user_uuid: 'auth|1', huc8s: [1], locations_left: [1, 2], locations_right: [] }]);
  expect(
    await store.query("select status_id, content->>'title' as title from announcement order by id"),
  ).toEqual([
    { status_id: 2, title: 'Low water ✓' },
    { status_id: 1, title: 'Draft' },
  ]);
  expect(await store.query('select storage_key from stored_file')).toEqual([
    { storage_key: uploadedFile.key },
  ]);
  for (const table of ['audit_log', 'identity_record', 'ingest_run', 'data_version']) {
    expect(await store.query(`select 1 as row from ${table}`), table).toEqual([{ row: 1 }]);
  }
  // Of 0.7.0 they are there already.
  expect((await buildMissingStatistics(store)).records).toBe(migrations >= 11 ? 1 : 2);
  expect(await store.query('select distinct loc_ndx from statistic_day order by 1')).toEqual([
    { loc_ndx: 1 },
    { loc_ndx: 2 },
  ]);
  // The next start computes them again, because they bridge gaps now.
  await applyStatisticSetting(store, false);
  expect((await buildMissingStatistics(store)).records).toBe(migrations >= 11 ? 2 : 0);
  await applyStatisticSetting(store, false);
  expect((await buildMissingStatistics(store)).records).toBe(0);
  const [added] = await store.query(
    `insert into location (loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
      values ('NEW', 'New', 1, 1, 43, -112) returning loc_ndx`,
  );
  expect(added).toEqual({ loc_ndx: 3 });
}

test('no migration of a released version has changed', () => {
  const hashes = readMigrations().map(({ hash }) => hash);
  expect(hashes.slice(0, releasedMigrations.length)).toEqual(releasedMigrations);
});

describe('a database of a former version opens with all it had', { timeout: 120_000 }, () => {
  test('each of them (embedded)', async () => {
    const client = await createInMemory();
    for (const [, migrations] of versions) {
      await dropTables(client);
      const store = createEmbeddedStore(createLocalEngine(client));
      await writeFormerVersion(store, migrations);
      await migrateEmbedded(client);
      await expectContent(store, migrations);
    }
    await client.close();
  });

  test.skipIf(!server).each(versions)('%s (PostgreSQL)', async (_version, migrations) => {
    const place = await places.create('PostgreSQL', 'source', { isNew: true });
    await loadOnServer(place.config.databaseUrl, migrations);
    await withStore(place, (store) => expectContent(store, migrations));
  });
});

describe('a backup of a former version', { timeout: 120_000 }, () => {
  test.skipIf(!server).each(versions)(
    '%s is restored, and brought up to date',
    async (_version, migrations) => {
      const source = await places.create('PostgreSQL', 'source', { isNew: true });
      await loadOnServer(source.config.databaseUrl, migrations);
      writeUploadedFile(path.join(source.dataDir, 'files'));
      const file = path.join(places.folder, 'backup.tar.gz');
      await backUp(source, file);
      const target = await places.create('PostgreSQL', 'target', { isNew: true });
      const { archive } = await restore(target, file);
      expect(archive.description.migrations).toHaveLength(migrations);
      await withStore(target, (store) => expectContent(store, migrations));
    },
  );

  test.each(engineNames)('in the first format of archives is restored (%s)', async (engine) => {
    const target = await places.create(engine, 'target', { isNew: true });
    await restore(target, path.join(fixtures, 'backup-format-1.tar.gz'));
    await withStore(target, (store) => expectContent(store, migrationsOfVersions['0.7.0'] ?? 0));
    expect(readFileSync(path.join(target.dataDir, 'files', uploadedFile.key))).toEqual(uploadedFile.content);
  });
});

describe('a database that a newer version has changed is refused with a sentence', {
  timeout: 120_000,
}, () => {
  const known = readMigrations().length;
  const sentence = `was written by a newer version of the portal (9.1.0, schema ${known + 1}; this one is ${packageInfo.version} and knows ${known}). Install version 9.1.0 or later, or restore a backup.`;
  const addMigration =
    "insert into drizzle.__drizzle_migrations (hash, created_at, portal_version) values ('of a later version', 4000000000000, '9.1.0')";

  async function expectRefusal(url: string, message: string) {
    const failure = await openStore(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(failure).toHaveProperty('message', message);
  }

  test('embedded', async () => {
    const dataDir = path.join(places.folder, 'newer');
    await copyTemplate(path.join(dataDir, 'pglite'));
    const place = await places.create('embedded', 'newer', { isNew: true });
    await withStore(place, (store) => store.query(addMigration));
    await expectRefusal(dataDir, `The data folder ${dataDir} ${sentence}`);
  });

  test.skipIf(!server)('PostgreSQL', async () => {
    const place = await places.create('PostgreSQL', 'newer');
    await withStore(place, (store) => store.query(addMigration));
    await expectRefusal(place.config.databaseUrl, `The database ${sentence}`);
    const file = path.join(places.folder, 'backup.tar.gz');
    await expect(backUp(place, file)).rejects.toThrow(`The database ${sentence}`);
    expect(existsSync(file)).toBe(false);
  });
});
