import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoStations } from '#ingest/demo/catalog.ts';
import { extendDemo, isDemo, isEmpty, NotEmpty, seedDemo } from '#ingest/demo/index.ts';
import { writeSeriesSource } from '#ingest/engine/series-source.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../../support/basin.ts';
import { demoSample } from '../../support/demo-sample.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';

const stations = demoStations(basin);

describeEngines('Seeded demo data', (open) => {
  let store: Store;
  let wasEmpty: boolean;
  let count: number;
  const messages: string[] = [];
  beforeAll(async () => {
    store = await open();
    wasEmpty = await isEmpty(store);
    const seeded = await seedDemo(store, {
      basin,
      through: '2026-03-08',
      valuesOf: demoSample,
      onProgress: (message) => messages.push(message),
    });
    count = seeded.stations;
  });
  afterAll(() => store?.close());

  test('fill an empty database with stations, areas, layers and the default filter', async () => {
    expect(wasEmpty).toBe(true);
    expect(count).toBe(stations.length);
    expect(messages.length).toBeGreaterThan(1);
    expect(await isEmpty(store)).toBe(false);
    expect(await isDemo(store)).toBe(true);
    const [row] = await store.query(`
      SELECT (SELECT count(*)::int FROM location) AS locations,
        (SELECT count(DISTINCT loc_type_ndx)::int FROM location) AS types,
        (SELECT count(DISTINCT data_provider_ndx)::int FROM location) AS providers,
        (SELECT count(*)::int FROM huc8 WHERE boundary_source LIKE 'USGS 1:250,000%') AS areas,
        (SELECT count(*)::int FROM map_feature) AS features,
        (SELECT count(*)::int FROM location WHERE reach_geometry IS NOT NULL) AS reaches,
        (SELECT count(*)::int FROM data_provider WHERE note LIKE 'Synthetic%') AS notes,
        (SELECT string_agg(id, ' ' ORDER BY draw_order) FROM map_layer WHERE access = 'open') AS open_layers,
        (SELECT string_agg(id, ' ') FROM map_layer WHERE access = 'signed-in') AS other_layers,
        (SELECT count(*)::int FROM location l
           WHERE l.loc_ndx IN (SELECT loc_ndx FROM daily_value)
             AND NOT EXISTS (SELECT 1 FROM location_parameter p WHERE p.loc_ndx = l.loc_ndx)) AS without_summary`);
    expect(row).toEqual({
      locations: stations.length,
      types: 12,
      providers: 9,
      areas: 26,
      features: basin.shapes?.features.length,
      reaches: 5,
      notes: 9,
      open_layers:
        'huc8-fill huc8-line rivers-line waterbodies-fill towns-circle towns-labels rivers-labels waterbodies-labels huc8-labels data-points data-points-labels',
      other_layers: 'reaches-line',
      without_summary: 0,
    });
    const [filter] = await store.query<{ names: string }>(`
      SELECT string_agg(loc_name, ' / ' ORDER BY loc_ndx) AS names
      FROM timeseries_user_filter f JOIN location l
        ON l.loc_ndx = ANY (f.locations_left || f.locations_right)
      WHERE user_uuid = 'default'`);
    expect(filter?.names).toBe('Snake River near Heise / USGS Well 4');
    // An importer's next location must not collide with these.
    const [added] = await store.query<{ loc_ndx: number }>(
      `INSERT INTO location (loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
       VALUES ('X', 'X', 1, 1, 43, -112) RETURNING loc_ndx`,
    );
    expect(added?.loc_ndx).toBe(stations.length + 1);
  });

  test('have flagged values of instruments that fail for a day', async () => {
    const flagged = await store.query<{ type: string; flag: string; n: number }>(
      `SELECT loc_type_name AS type, flag, count(*)::int AS n FROM daily_value
       JOIN location USING (loc_ndx) JOIN location_type USING (loc_type_ndx)
       WHERE flag IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(flagged.map(({ type, flag }) => `${type}: ${flag}`)).toEqual(
      expect.arrayContaining(['Reservoir: spike', 'SNOTEL: rate']),
    );
    const [row] = await store.query<{ n: number }>('SELECT count(*)::int AS n FROM daily_value');
    const flaggedCount = flagged.reduce((sum, { n }) => sum + n, 0);
    expect(flaggedCount / (row?.n ?? 0)).toBeLessThan(0.001);
  });

  test('have summaries that match the values', async () => {
    const wrong = await store.query(`
      SELECT p.loc_ndx, p.parameter_ndx FROM location_parameter p
      LEFT JOIN (SELECT loc_ndx, parameter_ndx, min(rdate) AS first, max(rdate) AS last, count(*) AS n
                 FROM daily_value GROUP BY 1, 2) v USING (loc_ndx, parameter_ndx)
      WHERE (p.por_start, p.por_end, p.total_samples, p.num_days)
        IS DISTINCT FROM (v.first, v.last, v.n::int, v.last - v.first + 1)`);
    expect(wrong).toEqual([]);
  });
});

describeEngines('Demo data', (open) => {
  const store = shareStore(open);

  test('do not extend an imported series', async () => {
    await seedDemo(store, { basin, through: '2025-02-20', valuesOf: new Set(['13037500', '13095500']) });
    const [heise] = await store.query<{ ndx: number }>(
      "SELECT loc_ndx AS ndx FROM location WHERE loc_id = '13037500'",
    );
    const key = { loc_ndx: heise?.ndx ?? 0, parameter_ndx: 1 };
    const history = { run: 1, knownFrom: '2025-03-11T00:00:00Z' };
    await writeSeriesSource(store, key, { source: 'usbr', source_series: 'heii_qd' }, history);
    await extendDemo(store, { basin, through: '2025-03-20' });
    const rows = await store.query(
      `SELECT loc_id, por_end::text, (SELECT max(rdate)::text FROM daily_value v
         WHERE v.loc_ndx = p.loc_ndx AND v.parameter_ndx = p.parameter_ndx) AS last
       FROM location_parameter p JOIN location USING (loc_ndx)
       WHERE loc_id IN ('13037500', '13095500') ORDER BY 1`,
    );
    expect(rows).toEqual([
      { loc_id: '13037500', por_end: '2025-02-20', last: '2025-02-20' },
      { loc_id: '13095500', por_end: '2025-03-20', last: '2025-03-20' },
    ]);
  });

  test('do not replace existing data without `replace`', async () => {
    await seedDemo(store, { basin, through: '2025-02-20', valuesOf: new Set(['HEN']) });
    await expect(seedDemo(store, { basin, through: '2025-02-20' })).rejects.toBeInstanceOf(NotEmpty);
    await store.query('UPDATE demo_state SET has_data = false');
    expect(await extendDemo(store, { basin, through: '2025-03-20' })).toEqual({ values: 0 });
    await seedDemo(store, { basin, through: '2025-02-21', valuesOf: new Set(['HEN']), replace: true });
    expect(await isDemo(store)).toBe(true);
  });

  test('are written completely or not at all', async () => {
    await expect(
      seedDemo(store, {
        basin,
        through: '2025-02-20',
        valuesOf: new Set(['13037500', 'RG-NEEL-MINI']),
        onProgress: (message) => {
          if (message.startsWith('Daily values')) throw new Error('power cut');
        },
      }),
    ).rejects.toThrow('power cut');
    expect(await isEmpty(store)).toBe(true);
    expect(await isDemo(store)).toBe(false);
  });
});
