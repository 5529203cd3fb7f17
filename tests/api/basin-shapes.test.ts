import { expect, test } from 'vitest';
import { readMapGeometry } from '#contract/public-map.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { writeBasinShapes } from '#ingest/basin/write-shapes.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { shareStore } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const { shapes } = basin;
if (!shapes) throw new Error('The basin has no shapes.');

describeEngines('the shapes of the basin’s map file', (open) => {
  const store = shareStore(open);

  const fill = () => store.transaction((transaction) => writeLookupTables(transaction, basin));
  const stored = () =>
    store.query<{ kind: string; n: number; imported: number }>(
      `select kind, count(*)::int as n, count(*) filter (where is_imported)::int as imported from map_feature
       group by kind order by kind`,
    );
  const version = async () => {
    const [row] = await store.query<{ version: string }>('select version::text from data_version');
    return row?.version;
  };

  test('are written once, with the layers that draw them, and again only when the file has changed', async () => {
    await fill();
    await writeBasinShapes(store, basin);
    expect(await stored()).toEqual([
      { kind: 'river', n: 20, imported: 0 },
      { kind: 'town', n: 23, imported: 0 },
      { kind: 'waterbody', n: 11, imported: 0 },
    ]);
    const layers = await store.query<{ id: string }>('select id from map_layer order by draw_order');
    expect(layers.map(({ id }) => id)).toEqual([
      'rivers-line',
      'waterbodies-fill',
      'towns-circle',
      'towns-labels',
      'rivers-labels',
      'waterbodies-labels',
    ]);
    // A layer that somebody has removed does not come back with a start.
    await store.query(`delete from map_layer where id = 'towns-circle'`);
    const before = await version();
    await writeBasinShapes(store, basin);
    expect(await version()).toBe(before);
    // The same file is not even compared with what is stored.
    await store.query(`delete from map_feature where name = 'Palisades Reservoir'`);
    await writeBasinShapes(store, basin);
    expect((await stored()).map(({ n }) => n)).toEqual([20, 23, 10]);
    const [first, ...others] = shapes.features;
    if (!first) throw new Error('There is no feature.');
    await writeBasinShapes(store, {
      ...basin,
      shapes: { ...shapes, features: [{ ...first, name: 'Renamed River' }, ...others] },
    });
    expect(await store.query(`select name from map_feature where name = 'Renamed River'`)).toHaveLength(1);
    expect((await stored()).map(({ n }) => n)).toEqual([20, 23, 11]);
    expect(await store.query(`select from map_layer where id = 'towns-circle'`)).toEqual([]);
  });

  test('replace approximate areas, and never what an import has brought', async () => {
    await fill();
    const [area, other] = shapes.boundaries;
    await store.query(`update huc8 set boundary = '{"type":"Polygon","coordinates":[]}'`);
    await store.query(
      `update huc8 set boundary_source = 'USGS Watershed Boundary Dataset', boundary_is_imported = true
       where huc8_code = '${area?.code}'`,
    );
    await store.query(`insert into map_feature (kind, name, rank, geometry, source, is_imported) values
      ('river', 'Imported', 3, '{"type":"LineString","coordinates":[]}', 'NHD', true)`);
    await writeBasinShapes(store, basin);
    const areas = await store.query<{ code: string; source: string; is_same: boolean }>(
      `select huc8_code as code, boundary_source as source, boundary = '${JSON.stringify(other?.boundary)}'::jsonb as is_same
       from huc8 where huc8_code in ('${area?.code}', '${other?.code}') order by 1`,
    );
    expect(areas).toEqual([
      { code: area?.code, source: 'USGS Watershed Boundary Dataset', is_same: false },
      { code: other?.code, source: 'USGS 1:250,000 Hydrologic Units (1994)', is_same: true },
    ]);
    expect(await stored()).toEqual([
      { kind: 'river', n: 1, imported: 1 },
      { kind: 'town', n: 23, imported: 0 },
      { kind: 'waterbody', n: 11, imported: 0 },
    ]);
  });

  test('are served as they are in the file', async () => {
    await fill();
    await writeBasinShapes(store, basin);
    await using portal = openTestApp(store);
    const { features } = await portal.request(readMapGeometry, { params: { id: 'towns' } });
    expect(features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [-112.0357, 43.4875] },
      properties: {
        name: 'Idaho Falls',
        rank: 1,
        source: 'U.S. Census Bureau Gazetteer (2010), up to about 1 km from the center of a town',
      },
    });
  });

  test('change nothing for a basin without such a file', async () => {
    await fill();
    const before = await version();
    await writeBasinShapes(store, { ...basin, shapes: undefined });
    expect(await version()).toBe(before);
    expect(await stored()).toEqual([]);
  });
});
