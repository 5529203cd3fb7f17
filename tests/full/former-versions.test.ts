import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { applyMigrations, readMigrations } from '#server/db/applied-migrations.ts';
import { applyStatisticSetting, buildMissingStatistics } from '#server/db/build-statistics.ts';
import { readDemoState } from '#server/db/demonstration.ts';
import { createEmbeddedStore } from '#server/db/embedded/embedded-store.ts';
import { createLocalEngine } from '#server/db/embedded/engine.ts';
import { migrateEmbedded } from '#server/db/embedded/open-pglite.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';
import { postgresQueryable } from '#server/db/postgres/open-postgres.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { DatabaseUnavailable, type Store } from '#server/db/store.ts';
import { packageInfo } from '#server/package-info.ts';
import { copyTemplate, createInMemory, dropTables } from '../support/backup-archives.ts';
import { backUp, createPlaces, engineNames, restore, withStore } from '../support/backup-places.ts';
import { recordsSql, uploadedFile, writeUploadedFile } from '../support/portal-content.ts';

/** The migrations that each version came with; 0.1.0 and 0.2.0 had the tables of 0.3.0. */
const migrationsOfVersions: Readonly<Record<string, number>> = {
  '0.3.0': 3,
  '0.4.0': 4,
  '0.5.0': 5,
  '0.6.0': 9,
  '0.7.0': 11,
};

/** The hashes of the migrations up to 0.7.0, in order. They were released, so that none of them may ever change. */
const releasedMigrations: readonly string[] = [
  '182aec376746b08f5eeaf45ce1f651ad306833b8376f6f53501ce6ceee400afa',
  '3ce766e90e910c3bfc38ec820e01d9236e8525cd4ea8346bd0b5efa93789770f',
  '31b725b3d4a4fad5b5d162e256d8c11779aecc0c6e0799c3faf7aab67e984c11',
  'b90372aaf160b2a746b9258050421dd981cfbcca89f470a6e81d16fc7d51d89b',
  '029a1852adba2bcb6c0cf9f08ab3d34d22bfd267ade7d6c9247282b023e2d367',
  '5bcf0b20ed5f4c37f957c079ed3dc6d0dcae293a3ebcf504dafbb7409a03bf61',
  'b5132490e52ea4ef2f4e82eaa9d18e9bec6747c3f58ffff2e56989aa2b03e236',
  '37d262738bae7a3dac5b35c186429d2d4b9557dec81021d6f0feed0184787729',
  'e3287d68fc598e40b6f2b565bf4e731ab195a216df961c3a9d7414c4bd020b7b',
  'd7ab51bc5e1714add649920a2d613e6680a3c810597ee6c3aa13a5958598795a',
  '9184d23999d3de59cdabeef5b532c7f3f8bc925adfde7a3fa336b05c87d2063e',
];

/** Makes an empty database what a version with so many migrations had written. It did not note its own number. */
async function writeFormerVersion(to: Queryable, migrations: number): Promise<void> {
  await applyMigrations(to, { through: readMigrations()[migrations - 1]?.when ?? 0 });
  await to.query('alter table drizzle.__drizzle_migrations drop column portal_version');
  for (const statement of contentOfVersion(migrations)) await to.query(statement);
}

/** What each version wrote, in the SQL of its own tables. */
function contentOfVersion(migrations: number): readonly string[] {
  const has = (count: number, ...statements: string[]) => (migrations >= count ? statements : []);
  const before = (count: number, ...statements: string[]) => (migrations < count ? statements : []);
  return [
    `insert into location_type values (1, 'Stream Gage'), (2, 'Reservoir')`,
    `insert into data_provider values (1, 'USGS'), (2, 'USBR HydroMet')`,
    `insert into parameter values (1, 'Streamflow', 'cfs'), (3, 'Reservoir Storage', 'AF')`,
    `insert into huc8 (huc8_ndx, huc8_code, huc8_name) values (1, '17040201', 'Idaho Falls')`,
    `insert into location (loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, latitude_dd, longitude_dd)
      values ('13037500', 'Heise', 1, 1, 1, 43.6125, -111.66), ('AMF', 'American Falls', 2, 2, null, 42.7775, -112.877)`,
    `insert into location_parameter (loc_ndx, parameter_ndx, por_start, por_end, num_days, num_years, total_samples)
      values (1, 1, '1991-10-01', '1991-12-01', 62, 1, 62), (2, 3, '2025-10-01', '2025-10-01', 1, 1, 1)`,
    `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
      select 1, 1, date '1991-10-01' + i, 1000 + i, case when i < 40 then 'A' else 'P' end
      from generate_series(0, 61) i`,
    `insert into daily_value values (2, 3, '2025-10-01', 123456.7, 'P', 'e')`,
    ...before(
      5,
      `insert into portal_state (key, value) values ('demo_data', 'true'), ('seeded_through', '"2025-10-01"'),
        ('demo_content', 'true'), ('real_series', '[{"loc_id": "AMF", "parameter_ndx": 3, "source": "USBR HydroMet"}]')`,
      `insert into timeseries_user_filter (user_uuid, huc8s, locations_left, locations_right, start_date)
        values ('auth|1', '[1]', '[1, 2]', '[]', '1991-10-01')`,
    ),
    ...has(
      5,
      `insert into demo_state (has_data, seeded_through, has_content) values (true, '2025-10-01', true)
        on conflict (id) do update set has_data = true, seeded_through = '2025-10-01', has_content = true`,
      `insert into timeseries_user_filter (user_uuid, huc8s, locations_left, locations_right, start_date)
        values ('auth|1', '{1}', '{1,2}', '{}', '1991-10-01')`,
    ),
    ...has(4, `update daily_value set flag = 'range' where rdate = '1991-11-01'`),
    ...(migrations === 5 ? [`insert into imported_series values ('AMF', 3, 'USBR HydroMet')`] : []),
    ...has(
      9,
      `update location_parameter set is_demonstration = loc_ndx = 1, source = case loc_ndx when 2 then 'usbr' end`,
      `insert into daily_value_revision (loc_ndx, parameter_ndx, rdate, value, approval, known_from, run)
        values (2, 3, '2025-10-01', 120000, 'P', '2025-10-03Z', 1)`,
      `insert into import_schedule (every, changed_by) values ('6h', 'auth|1')`,
    ),
    ...has(
      11,
      `insert into statistic_day (loc_ndx, parameter_ndx, year_kind, measure, years, period, counts, median)
        values (1, 1, 'water', 'value', '{1992}', 'day', '{1,null}', '{1000,null}')`,
    ),
    `insert into ingest_run (source, status, rows_written) values ('usbr', 'succeeded', 1)`,
    ...recordsSql,
    `insert into audit_log (actor, action, entity, entity_id) values ('a', 'publish', 'announcement', '1')`,
  ];
}

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
  expect(await store.query('select loc_ndx, source from location_parameter order by 1')).toEqual([
    { loc_ndx: 1, source: null },
    { loc_ndx: 2, source: 'usbr' },
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

describe('a database of a former version opens with all it had', { timeout: 1_200_000 }, () => {
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

describe('a backup of a former version', { timeout: 1_200_000 }, () => {
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
  timeout: 1_200_000,
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
