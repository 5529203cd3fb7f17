import { expect, test } from 'vitest';
import { writeBasinShapes } from '#ingest/basin/write-shapes.ts';
import { ingest } from '#ingest/run.ts';
import { basin } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeNhd, type FakeWater, nhdAddress } from '../../support/fake-nhd.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { shareStore } from '../../support/shared-store.ts';

const line = (...coordinates: readonly (readonly [number, number])[]) => ({
  type: 'LineString',
  coordinates,
});
const pond = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 43],
      [west + 1, 43],
      [west + 1, 44],
      [west, 43],
    ],
  ],
});

const snake = [
  { name: 'Snake River', id: '1', geometry: line([-111, 43], [-111.1, 43.1], [-111.2, 43]) },
  // Against the direction of the first, and with a point that no map shows.
  { name: 'Snake River', id: '1', geometry: line([-111.3, 43], [-111.25, 43.0001], [-111.2, 43]) },
] satisfies [FakeWater, FakeWater];
const creeks = [
  { name: 'Willow Creek', id: '2', geometry: line([-112, 43], [-112.1, 43]) },
  { name: 'Willow Creek', id: '3', geometry: line([-113, 43], [-113.1, 43]) },
] satisfies [FakeWater, FakeWater];
const lakes = [
  { name: 'Jackson Lake', id: '4', geometry: pond(-110) },
  { name: 'Jackson Lake', id: '4', geometry: pond(-108) },
] satisfies [FakeWater, FakeWater];

describeEngines('rivers and waterbodies of the National Hydrography Dataset', (open) => {
  const store = shareStore(open);

  const requests: URL[] = [];
  async function run(answerNhd: (url: URL) => Response, settings: object = {}) {
    requests.length = 0;
    const fetch: typeof globalThis.fetch = async (input) => {
      const url = new URL(String(input));
      if (!url.href.startsWith(nhdAddress)) {
        return Response.json({ type: 'FeatureCollection', features: [] });
      }
      requests.push(url);
      return answerNhd(url);
    };
    const environment = { NHD_URL: nhdAddress };
    return ingest(store, 'boundaries', { basin, sleep: async () => {}, fetch, environment, ...settings });
  }
  const stored = (kind: string) =>
    store.query<{ name: string; rank: number; geometry: { type: string; coordinates: unknown } }>(
      `select name, rank, geometry, source, is_imported from map_feature where kind = '${kind}'
       order by map_feature_ndx`,
    );
  const fileCounts = async () => {
    const rows = await store.query<{ kind: string; n: number }>(
      'select kind, count(*)::int as n from map_feature where not is_imported group by kind order by kind',
    );
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  };
  const fromFile = { river: 20, town: 23, waterbody: 11 };

  test('replace those of the map file, joined by name, simplified and ranked as in the file', async () => {
    await insertFixture(store);
    await writeBasinShapes(store, basin);
    expect(await fileCounts()).toEqual(fromFile);
    const nhd = createFakeNhd({ flowlines: [[snake[0], ...creeks], [snake[1]]], waterbodies: [lakes] });
    const report = await run(nhd);
    expect(report).toMatchObject({ status: 'succeeded', rows_read: 4, rows_written: 4, rows_unchanged: 0 });
    const imported = { source: 'USGS National Hydrography Dataset', is_imported: true };
    expect(await stored('river')).toEqual([
      {
        name: 'Snake River',
        rank: 1,
        geometry: line([-111.3, 43], [-111.2, 43], [-111.1, 43.1], [-111, 43]),
        ...imported,
      },
      { name: 'Willow Creek', rank: 3, geometry: creeks[0].geometry, ...imported },
      { name: 'Willow Creek', rank: 3, geometry: creeks[1].geometry, ...imported },
    ]);
    expect(await stored('waterbody')).toMatchObject([
      { name: 'Jackson Lake', rank: 1, geometry: { type: 'MultiPolygon' } },
    ]);
    expect(await fileCounts()).toEqual({ town: 23 });
    const again = await run(nhd);
    expect([again.rows_written, again.rows_unchanged]).toEqual([0, 4]);
    await writeBasinShapes(store, basin);
    expect(await stored('river')).toHaveLength(3);
  });

  test('are requested by the name of their layer, page by page, within the hydrologic units', async () => {
    await insertFixture(store);
    await run(createFakeNhd({ flowlines: [creeks, snake], waterbodies: [lakes] }));
    expect(requests.map((url) => `${url.pathname} ${url.searchParams.get('resultOffset')}`)).toEqual([
      '/MapServer null',
      '/MapServer/1/query 0',
      '/MapServer/1/query 2',
      '/MapServer/3/query 0',
    ]);
    expect(requests[1]?.searchParams.get('where')).toBe(
      "gnis_name IS NOT NULL AND ftype IN (334, 460, 558) AND (reachcode LIKE '1704%')",
    );
  });

  test('are rejected part by part if their geometry is invalid', async () => {
    await insertFixture(store);
    const flowlines = [
      [...creeks, { name: 'Dry Creek', id: '9', geometry: line([-111, 43]) }, { name: null, geometry: null }],
    ];
    const report = await run(createFakeNhd({ flowlines, waterbodies: [lakes] }));
    expect(report).toMatchObject({ status: 'failed', rows_read: 4, rows_written: 3, rows_rejected: 1 });
    expect(report.failures).toEqual([
      { name: 'Dry Creek', message: expect.stringContaining('a line needs at least two positions') },
    ]);
  });

  test.each<[what: string, answer: (url: URL) => Response, message: string]>([
    ['away', () => new Response('down', { status: 503 }), 'nhd.test could not be reached in 5 tries'],
    [
      'an error with status 200',
      () => Response.json({ error: { message: 'Stopped' } }),
      'Dataset answered: Stopped',
    ],
    ['without the layer', createFakeNhd({ layerNames: ['Flowline'] }), 'no layer "Flowline - Small Scale"'],
    [
      'failing at the waterbodies',
      (url) =>
        url.pathname.includes('/3/')
          ? new Response('no', { status: 400 })
          : createFakeNhd({ flowlines: [creeks] })(url),
      'nhd.test refused the request',
    ],
  ])('stay as they are while the service is %s', async (_, answer, message) => {
    await insertFixture(store);
    await writeBasinShapes(store, basin);
    const report = await run(answer);
    expect(report.status).toBe('failed');
    expect(report.failures).toEqual([
      { name: 'rivers and waterbodies', message: expect.stringContaining(message) },
    ]);
    expect(await fileCounts()).toEqual(fromFile);
  });

  test('stay as they are where the service has none, and in an import of named units', async () => {
    await insertFixture(store);
    await writeBasinShapes(store, basin);
    const report = await run(createFakeNhd({ flowlines: [creeks] }));
    expect(report.status).toBe('succeeded');
    expect(await fileCounts()).toEqual({ town: 23, waterbody: 11 });
    await run(createFakeNhd({}), { sites: ['17040104'] });
    expect(requests).toEqual([]);
  });
});
