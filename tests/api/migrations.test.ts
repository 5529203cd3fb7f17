import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, expect, test } from 'vitest';
import { readDemoState } from '#server/db/demo-state.ts';
import { createEmbeddedStore, migrateEmbedded } from '#server/db/store.ts';

const migrations = path.resolve(import.meta.dirname, '../../src/server/db/migrations');
const folder = mkdtempSync(path.join(tmpdir(), 'portal-migrations-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Applies the migrations before the one of this name, as a former version of the portal did. */
async function migrateUntil(client: PGlite, name: string) {
  cpSync(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  const entries = journal.entries.filter(({ tag }) => tag < name);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  await migrate(drizzle(client), { migrationsFolder: folder });
}

test('a database of the former version opens with its demo state, imported series and filters', {
  timeout: 60_000,
}, async () => {
  const client = await PGlite.create('memory://');
  await migrateUntil(client, '0004');
  await client.exec(`
    insert into portal_state (key, value) values ('demo_data', 'true'), ('seeded_through', '"2026-03-08"'),
      ('demo_content', 'true'), ('real_series', '[
        {"loc_id": "13037500", "parameter_ndx": 1, "source": "USGS"},
        {"loc_id": "AMF", "parameter_ndx": 3, "source": "USBR HydroMet"},
        {"loc_id": "AMF", "parameter_ndx": 3, "source": "USBR HydroMet"}]');
    insert into timeseries_user_filter (user_uuid, huc8s, locations_left, locations_right)
      values ('default', '[]', '[1, 20]', '{"a": 1}')`);
  await migrateEmbedded(client);
  const store = createEmbeddedStore(client);
  expect(await readDemoState(store)).toEqual({
    has_data: true,
    seeded_through: '2026-03-08',
    has_content: true,
  });
  expect(
    await store.query('select loc_id, parameter_ndx, source from imported_series order by loc_id'),
  ).toEqual([
    { loc_id: '13037500', parameter_ndx: 1, source: 'USGS' },
    { loc_id: 'AMF', parameter_ndx: 3, source: 'USBR HydroMet' },
  ]);
  expect(
    await store.query('select huc8s, locations_left, locations_right from timeseries_user_filter'),
  ).toEqual([{ huc8s: [], locations_left: [1, 20], locations_right: [null] }]);
  await store.close();
});

test('a former database without a state opens without demo data', { timeout: 60_000 }, async () => {
  const client = await PGlite.create('memory://');
  await migrateUntil(client, '0004');
  await migrateEmbedded(client);
  const store = createEmbeddedStore(client);
  expect(await readDemoState(store)).toEqual({ has_data: false, seeded_through: null, has_content: false });
  await store.close();
});
