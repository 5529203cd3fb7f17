import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMapGeometry } from '#contract/public-map.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { openApp } from '../../support/api.ts';
import { insertFixture } from '../../support/fixture-data.ts';

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

let store: Store;
beforeEach(async () => {
  store = await openStore('memory://');
});
afterEach(() => store.close());

const approximate = async () => {
  const [row] = await store.query<{ count: number }>(
    'select count(*)::int as count from huc8 where boundary is not null and boundary_is_approximate',
  );
  return row?.count;
};

test('pages through the service, refuses a shape that is none, names what the portal lacks', async () => {
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
  const offsets: string[] = [];
  const answer: typeof fetch = async (input) => {
    const offset = new URL(String(input)).searchParams.get('resultOffset') ?? '';
    offsets.push(offset);
    return Response.json({ type: 'FeatureCollection', ...pages[offset === '0' ? 0 : 1] });
  };
  const report = await ingest(store, 'boundaries', { fetch: answer });
  expect(offsets).toEqual(['0', '2']);
  expect(report).toMatchObject({
    status: 'failed',
    rows_read: 3,
    rows_written: 1,
    rows_rejected: 1,
    unknown_columns: ['17049999'],
    failures: [{ name: '17040201', message: expect.stringContaining('four positions') }],
  });
  const again = await ingest(store, 'boundaries', { fetch: answer });
  expect([again.rows_written, again.rows_unchanged]).toEqual([0, 1]);
});

test('an error page changes nothing', async () => {
  await insertFixture(store);
  const before = await approximate();
  const report = await ingest(store, 'boundaries', { fetch: async () => new Response('<html>Busy</html>') });
  expect(report.status).toBe('failed');
  expect(report.failures[0]?.message).toContain('Busy');
  expect(await approximate()).toBe(before);
});

test.skipIf(!existsSync(real))(
  'the areas of the basin take the place of the approximate ones, and stay',
  async () => {
    await seedDemo(store, { through: '1981-01-31', onProgress: () => {} });
    expect(await approximate()).toBeGreaterThanOrEqual(20);
    const report = await ingest(store, 'boundaries', { file: real });
    expect(report.status).toBe('succeeded');
    expect(report.rows_read).toBe(26);
    expect(await approximate()).toBe(0);
    const portal = openApp(store);
    const areas = await portal.request(readMapGeometry, { params: { id: 'huc8' } });
    expect(areas.features.length).toBe(report.rows_written);
    await portal.close();
  },
);
