import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, test } from 'vitest';
import { defaultLayers } from '#ingest/basin/map-layers.ts';
import { readDemoState } from '#server/db/demonstration.ts';
import { createEmbeddedStore } from '#server/db/embedded/embedded-store.ts';
import { createLocalEngine } from '#server/db/embedded/engine.ts';
import { migrateEmbedded } from '#server/db/embedded/open-pglite.ts';
import { temporaryFolder } from '../support/set-up.ts';

const migrations = path.resolve(import.meta.dirname, '../../src/server/db/migrations');
const folder = temporaryFolder('migrations');

/** Applies the migrations before the one of this name, as a former version of the portal did. */
async function migrateUntil(client: PGlite, name: string) {
  cpSync(migrations, folder, { recursive: true });
  const times: Record<string, number> = JSON.parse(readFileSync(path.join(folder, 'times.json'), 'utf8'));
  const entries = Object.entries(times)
    .filter(([tag]) => tag < name)
    .map(([tag, when], idx) => ({ idx, tag, when, version: '7', breakpoints: true }));
  mkdirSync(path.join(folder, 'meta'), { recursive: true });
  writeFileSync(
    path.join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  await migrate(drizzle(client), { migrationsFolder: folder });
}

test('a database of the former version opens with its demo state, imported series and filters', {
  timeout: 1_200_000,
}, async () => {
  const client = await PGlite.create('memory://');
  await migrateUntil(client, '0004');
  await client.exec(`
    insert into portal_state (key, value) values ('demo_data', 'true'), ('seeded_through', '"2026-03-08"'),
      ('demo_content', 'true'), ('real_series', '[
        {"loc_id": "13037500", "parameter_ndx": 1, "source": "USGS"},
        {"loc_id": "AMF", "parameter_ndx": 3, "source": "USBR HydroMet"},
        {"loc_id": "AMF", "parameter_ndx": 3, "source": "USBR HydroMet"}]');
    insert into location_type values (1, 'Stream Gage');
    insert into data_provider values (1, 'USGS');
    insert into parameter values (1, 'Streamflow', 'cfs'), (3, 'Reservoir Storage', 'AF');
    insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
      values (1, '13037500', 'Heise', 1, 1, 43, -112), (2, 'AMF', 'American Falls', 1, 1, 43, -112);
    insert into location_parameter (loc_ndx, parameter_ndx) values (1, 1), (1, 3), (2, 3);
    insert into timeseries_user_filter (user_uuid, huc8s, locations_left, locations_right)
      values ('default', '[]', '[1, 20]', '{"a": 1}')`);
  await migrateEmbedded(client);
  const store = createEmbeddedStore(createLocalEngine(client));
  expect(await readDemoState(store)).toEqual({
    has_data: true,
    seeded_through: '2026-03-08',
    has_content: true,
  });
  expect(
    await store.query('select loc_ndx, parameter_ndx, source from location_parameter order by 1, 2'),
  ).toEqual([
    { loc_ndx: 1, parameter_ndx: 1, source: 'usgs' },
    { loc_ndx: 1, parameter_ndx: 3, source: null },
    { loc_ndx: 2, parameter_ndx: 3, source: 'usbr' },
  ]);
  expect(
    await store.query('select huc8s, locations_left, locations_right from timeseries_user_filter'),
  ).toEqual([{ huc8s: [], locations_left: [1, 20], locations_right: [null] }]);
  await store.close();
});

test('a former database without a state opens without demo data', { timeout: 1_200_000 }, async () => {
  const client = await PGlite.create('memory://');
  await migrateUntil(client, '0004');
  await migrateEmbedded(client);
  const store = createEmbeddedStore(createLocalEngine(client));
  expect(await readDemoState(store)).toEqual({ has_data: false, seeded_through: null, has_content: false });
  await store.close();
});

test('a former database says where its areas are from, and its unedited lines of HUC8s are no longer dashed', {
  timeout: 1_200_000,
}, async () => {
  const client = await PGlite.create('memory://');
  await migrateUntil(client, '0015');
  const dashed = '{"line-opacity":0.75,"line-color":"#3f7f93","line-width":1.2,"line-dasharray":[4,3]}';
  await client.exec(`
    insert into huc8 (huc8_ndx, huc8_code, huc8_name, boundary, boundary_is_approximate) values
      (1, '17040101', 'Imported', '{}', false), (2, '17040102', 'Computed', '{}', true),
      (3, '17040103', 'None', null, false);
    insert into map_source values ('huc8', '{"type":"geojson"}', 'open');
    insert into map_layer (id, name, type, source, paint, layout, draw_order, legend_order, lre_properties) values
      ('huc8-line', 'HUC8', 'line', 'huc8', '${dashed}', '{}', 20, 41, '{}'),
      ('other-line', 'HUC8', 'line', 'huc8', '${dashed}', '{}', 20, 41, '{}')`);
  await migrateEmbedded(client);
  const store = createEmbeddedStore(createLocalEngine(client));
  expect(
    await store.query('select huc8_name, boundary_source, boundary_is_imported from huc8 order by huc8_ndx'),
  ).toEqual([
    {
      huc8_name: 'Imported',
      boundary_source: 'USGS Watershed Boundary Dataset',
      boundary_is_imported: true,
    },
    { huc8_name: 'Computed', boundary_source: null, boundary_is_imported: false },
    { huc8_name: 'None', boundary_source: null, boundary_is_imported: false },
  ]);
  const layers = await store.query<{ id: string; paint: unknown }>(
    'select id, paint from map_layer order by id',
  );
  // The same as the default of a new database.
  expect(layers[0]?.paint).toEqual(defaultLayers.find(({ id }) => id === 'huc8-line')?.paint);
  expect(layers[1]?.paint).toEqual(JSON.parse(dashed));
  await store.close();
});

test('a former database knows the sources of its series from the imports that changed them', {
  timeout: 1_200_000,
}, async () => {
  const client = await PGlite.create('memory://');
  await migrateUntil(client, '0022');
  await client.exec(`
    insert into location_type values (1, 'Stream Gage');
    insert into data_provider values (1, 'USGS');
    insert into parameter values (1, 'Streamflow', 'cfs');
    insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
      select n, n::text, n::text, 1, 1, 43, -112 from generate_series(1, 4) n;
    insert into location_parameter (loc_ndx, parameter_ndx, source, source_series) values
      (1, 1, 'usgs', 'a'), (2, 1, 'usbr', 'b'), (3, 1, 'usgs', 'c'), (4, 1, null, null);
    insert into ingest_run (ingest_run_ndx, source) values (1, 'usbr'), (2, 'usbr'), (3, 'usgs');
    insert into daily_value_addition values
      (1, 1, '2020-01-01', '2020-01-02', '2026-01-01T00:00:00Z', 1), (3, 1, '2020-01-01', '2020-01-02', '2026-01-01T00:00:00Z', 1);
    insert into daily_value_revision values
      (1, 1, '2020-01-01', 5, 'P', null, null, '2026-02-01T00:00:00Z', 2),
      (1, 1, '2020-01-01', 6, 'P', null, null, '2026-03-01T00:00:00Z', 3)`);
  await migrateEmbedded(client);
  const store = createEmbeddedStore(createLocalEngine(client));
  const rows = await store.query(
    `select loc_ndx, source, source_series, run, case when known_from < '2026-03-02' then known_from::date::text end as day
      from series_source order by loc_ndx, known_from`,
  );
  expect(rows).toEqual([
    { loc_ndx: 1, source: 'usbr', source_series: null, run: 1, day: '-infinity' },
    { loc_ndx: 1, source: 'usgs', source_series: null, run: 3, day: '2026-03-01' },
    { loc_ndx: 2, source: 'usbr', source_series: 'b', run: null, day: '-infinity' },
    { loc_ndx: 3, source: 'usbr', source_series: null, run: 1, day: '-infinity' },
    // Its present source changed nothing when it came; it is known since the update.
    { loc_ndx: 3, source: 'usgs', source_series: 'c', run: null, day: null },
  ]);
  await store.close();
});
