import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listMapLayers, readMapGeometry } from '#contract/public-map.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { createFakeNhd, nhdAddress } from '../../support/fake-nhd.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { shareStore } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const real = path.resolve(import.meta.dirname, '../../../../shared/data/huc8_upper_snake.geojson');

const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 43],
      [west + 1, 43],
      [west + 1, 44],
      [west, 44],
      [west, 43],
    ],
  ],
});
const area = (huc8: string, geometry: unknown) => ({
  type: 'Feature',
  properties: { huc8, name: 'x' },
  geometry,
});

const store = shareStore(openEmbeddedStore);

/** Without rivers and waterbodies. */
const emptyNhd = createFakeNhd({});
const importAreas = (fetch: typeof globalThis.fetch) =>
  ingest(store, 'boundaries', {
    ...quietImport,
    environment: { NHD_URL: nhdAddress },
    fetch,
  });

const approximate = async () => {
  const [row] = await store.query<{ count: number }>(
    'select count(*)::int as count from huc8 where boundary is not null and not boundary_is_imported',
  );
  return row?.count;
};

test('follows the pages, rejects an invalid geometry, and reports units that the portal does not have', async () => {
  await insertFixture(store);
  const pages = [
    {
      features: [
        area('17040104', square(-111)),
        area('17040201', { type: 'Polygon', coordinates: [[[0, 0]]] }),
      ],
      exceededTransferLimit: true,
    },
    { features: [area('17049999', square(-110))] },
  ];
  const requests: string[] = [];
  const answer: typeof fetch = async (input) => {
    const url = new URL(String(input));
    if (url.href.startsWith(nhdAddress)) return emptyNhd(url);
    const offset = url.searchParams.get('resultOffset') ?? '';
    requests.push(`${url.pathname.split('/').at(-2)} ${url.searchParams.get('where')} ${offset}`);
    if (url.pathname.includes('/5/')) return Response.json({ type: 'FeatureCollection', features: [] });
    return Response.json({ type: 'FeatureCollection', ...pages[offset === '0' ? 0 : 1] });
  };
  const report = await importAreas(answer);
  expect(requests).toEqual(["4 huc8 LIKE '1704%' 0", "4 huc8 LIKE '1704%' 2", "5 huc10 LIKE '1704%' 0"]);
  expect(report).toMatchObject({
    status: 'failed',
    rows_read: 3,
    rows_written: 1,
    rows_rejected: 1,
    unknown_columns: ['17049999'],
    failures: [{ name: '17040201', message: expect.stringContaining('four positions') }],
  });
  const again = await importAreas(answer);
  expect([again.rows_written, again.rows_unchanged]).toEqual([0, 1]);
});

test('imports HUC10s with names and areas, and assigns locations without one to the one around them', async () => {
  await insertFixture(store);
  await store.query(`update huc10 set huc10_name = huc10_code where huc10_code = '1704010401'`);
  await store.query(
    `insert into location_record (id, status_id, content, created_at, created_by, updated_at, updated_by)
     values (gen_random_uuid(), 2, '{"huc10": "1704010401"}', now(), 'a', now(), 'a')`,
  );
  const unit = (huc10: string, name: string, west: number) => ({
    type: 'Feature',
    properties: { huc10, name },
    geometry: square(west),
  });
  const answer: typeof fetch = async (input) => {
    if (String(input).startsWith(nhdAddress)) return emptyNhd(new URL(String(input)));
    const isHuc10 = String(input).includes('/5/');
    const features = isHuc10
      ? [unit('1704010401', 'Big Elk Creek', -112), unit('1704020999', 'Reach Country', -113.5)]
      : [area('17040104', square(-112))];
    return Response.json({ type: 'FeatureCollection', features });
  };
  const run = () => importAreas(answer);
  await store.query('update location set latitude_dd = 43.2 where loc_ndx = 3');
  const report = await run();
  expect(report).toMatchObject({ status: 'succeeded', rows_read: 3, rows_written: 3, unknown_columns: [] });
  const places = await store.query(
    'select loc_ndx, huc10_name as name from location left join huc10 using (huc10_ndx) order by loc_ndx',
  );
  expect(places).toEqual([
    { loc_ndx: 1, name: 'Big Elk Creek' },
    { loc_ndx: 2, name: null },
    { loc_ndx: 3, name: 'Reach Country' },
  ]);
  const [record] = await store.query(`select content->>'huc10' as huc10 from location_record`);
  expect(record).toEqual({ huc10: 'Big Elk Creek' });
  const again = await run();
  expect([again.rows_written, again.rows_unchanged]).toEqual([0, 3]);
  await using portal = openTestApp(store);
  const areas = await portal.request(readMapGeometry, { params: { id: 'huc10' } });
  expect(areas.features.map(({ properties }) => properties)).toEqual([
    { huc10_code: '1704010401', huc10_name: 'Big Elk Creek' },
    { huc10_code: '1704020999', huc10_name: 'Reach Country' },
  ]);
  const layers = await portal.request(listMapLayers, {});
  expect(layers.map(({ id }) => id)).toEqual(expect.arrayContaining(['huc10-line', 'huc10-labels']));
});

test('reports an error that the service sends with status 200', async () => {
  const report = await importAreas(async () =>
    Response.json({ error: { code: 400, message: 'Invalid query parameters' } }),
  );
  expect(report.failures[0]?.message).toContain('Invalid query parameters');
});

test('changes nothing when the service sends an error page', async () => {
  await insertFixture(store);
  const before = await approximate();
  const report = await importAreas(async () => new Response('<html>Busy</html>'));
  expect(report.status).toBe('failed');
  expect(report.failures[0]?.message).toContain('Busy');
  expect(await approximate()).toBe(before);
});

test.skipIf(!existsSync(real))(
  'replaces the approximate areas of the basin with the real ones',
  { tags: ['full'] },
  async () => {
    await seedDemo(store, { basin, through: '1981-01-31', valuesOf: new Set(['13037500']) });
    expect(await approximate()).toBeGreaterThanOrEqual(20);
    const report = await ingest(store, 'boundaries', { basin, file: real });
    expect(report.status).toBe('succeeded');
    expect(report.rows_read).toBe(26);
    expect(await approximate()).toBe(0);
    await using portal = openTestApp(store);
    const areas = await portal.request(readMapGeometry, { params: { id: 'huc8' } });
    expect(areas.features.length).toBe(report.rows_written);
  },
);
