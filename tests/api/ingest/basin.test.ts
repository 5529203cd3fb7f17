import { expect, test } from 'vitest';
import type { Basin } from '#contract/basin/basin.ts';
import { findOrAddLocation } from '#ingest/basin/locations.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { hasDemo, isDemo, isEmpty, seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import { createLocationRecords } from '#server/records/locations.ts';
import { basin, otherRiver, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';

const now = () => new Date('2026-03-09T18:00:00Z');

/** A USGS response with two days at the other river's gage. */
const usgs: typeof fetch = async () =>
  Response.json({
    type: 'FeatureCollection',
    features: [12.5, 13].map((value, i) => ({
      type: 'Feature',
      properties: {
        monitoring_location_id: 'USGS-13999001',
        parameter_code: '00060',
        statistic_id: '00003',
        time_series_id: 'a',
        time: `2026-03-0${i + 1}`,
        value: String(value),
        unit_of_measure: 'ft^3/s',
        approval_status: 'Provisional',
        qualifier: null,
      },
    })),
    links: [],
  });

/** The other river's basin with changes to its gage. */
const changed = (fields: Partial<Basin['sites'][number]>): Basin => ({
  ...otherRiver,
  sites: otherRiver.sites.map((site) => (site.id === '13999001' ? { ...site, ...fields } : site)),
});

describeEngines('A basin file', (open) => {
  const store = shareStore(open);

  const locations = () =>
    store.query(`
      SELECT loc_id, loc_name, loc_type_name AS type, data_provider_name AS provider, huc8_name AS huc8, huc10_code AS huc10,
        gw_district_name AS district, elevation_ft AS feet, loc_url AS url
      FROM location JOIN location_type USING (loc_type_ndx) JOIN data_provider USING (data_provider_ndx)
        LEFT JOIN huc8 USING (huc8_ndx) LEFT JOIN huc10 USING (huc10_ndx) LEFT JOIN gw_district USING (gw_district_ndx)
      ORDER BY loc_ndx`);
  const write = (from: Basin, id: string) => {
    const site = from.sites.find((each) => each.id === id);
    if (!site) throw new Error(`no site ${id}`);
    return store.transaction(async (transaction) =>
      findOrAddLocation(transaction, await writeLookupTables(transaction, from), site),
    );
  };

  const gage = {
    loc_id: '13999001',
    loc_name: 'Other River at Otter',
    type: 'Stream Gage',
    provider: 'USGS',
    huc8: 'Otter',
    huc10: '1705019901',
    district: 'Otter Valley Ground Water District',
    feet: 2504.7,
    url: 'https://waterdata.usgs.gov/monitoring-location/USGS-13999001/',
  };

  test('of another river is all that an import needs: it adds the site with its HUC8 and district', async () => {
    const report = await ingest(store, 'usgs', {
      ...quietImport,
      basin: otherRiver,
      fetch: usgs,
      now,
    });
    expect(report.failures).toEqual([]);
    expect(report.rows_written).toBe(2);
    expect(await locations()).toEqual([gage]);
  });

  test('gives ids in its order, and the same ids in every empty database', async () => {
    await store.transaction((transaction) => writeLookupTables(transaction, basin));
    const ids = (table: string, id: string, name: string) =>
      store.query(`SELECT ${id} AS id, ${name}::text AS name FROM ${table} ORDER BY 1`);
    expect(await ids('huc8', 'huc8_ndx', 'huc8_code')).toEqual(
      basin.huc8s.map(({ code }, i) => ({ id: i + 1, name: code })),
    );
    expect(await ids('gw_district', 'gw_district_ndx', 'gw_district_name')).toEqual(
      basin.ground_water_districts.map((name, i) => ({ id: i + 1, name })),
    );
    for (const { id, name } of await ids('huc10', 'huc10_ndx', 'huc10_code')) {
      expect(id).toBe(Number(String(name).slice(4)));
    }
  });

  test('takes the next free ids after another basin, and finds units by code, not by position', async () => {
    await store.transaction((transaction) => writeLookupTables(transaction, basin));
    // Takes the preferred id of the other river's HUC10.
    await store.query(`INSERT INTO huc10 VALUES (19901, '1704019901', 'Taken')`);
    await write(otherRiver, '13999001');
    await write(otherRiver, 'OTR');
    expect(await locations()).toEqual([
      gage,
      // HUC8 names are unique, and the Upper Snake has a Camas, too.
      expect.objectContaining({
        loc_id: 'OTR',
        huc8: 'Camas (17050102)',
        url: 'https://example.org/otter',
        district: null,
      }),
    ]);
    expect(
      await store.query(`SELECT huc8_ndx AS id FROM huc8 WHERE huc8_code LIKE '1705%' ORDER BY 1`),
    ).toEqual([{ id: 27 }, { id: 28 }]);
  });

  test('updates a location when it changes, unless somebody has edited the content record', async () => {
    const first = await write(otherRiver, '13999001');
    const renamed = changed({ name: 'Other River near Otter', elevation_ft: 2510, lat: 44.11 });
    expect(await write(renamed, '13999001')).toBe(first);
    expect(await locations()).toEqual([{ ...gage, loc_name: 'Other River near Otter', feet: 2510 }]);
    // The record was created by opening Models, and not edited.
    await createLocationRecords(store);
    expect(await write(otherRiver, '13999001')).toBe(first);
    expect(await locations()).toEqual([gage]);
    expect(await store.query('SELECT FROM location_record')).toEqual([]);
    await createLocationRecords(store);
    await store.query("UPDATE location_record SET updated_by = 'somebody'");
    expect(await write(renamed, '13999001')).toBe(first);
    expect(await locations()).toEqual([gage]);
  });

  test('without a HUC10 and an elevation leaves those that an importer found', async () => {
    await write(otherRiver, 'OTR');
    await write(otherRiver, '13999001');
    await store.query(
      "UPDATE location SET elevation_ft = 2600, huc10_ndx = (SELECT huc10_ndx FROM huc10 LIMIT 1) WHERE loc_id = 'OTR'",
    );
    await write(otherRiver, 'OTR');
    expect(await locations()).toMatchObject([{ loc_id: 'OTR', huc10: '1705019901', feet: 2600 }, {}]);
    const names = await store.query("SELECT huc10_name FROM huc10 WHERE huc10_code = '1705019901'");
    expect(names).toEqual([{ huc10_name: 'Watershed 1705019901' }]);
  });

  test('writes nothing when it has not changed', async () => {
    await write(otherRiver, 'RG-OTTER');
    const version = () => store.query<{ xmin: string }>('SELECT xmin::text AS xmin FROM location');
    const before = await version();
    await write(otherRiver, 'RG-OTTER');
    expect(await version()).toEqual(before);
  });

  test('of another river has no demo data, and seeding deletes nothing', async () => {
    expect(hasDemo(basin)).toBe(true);
    expect(hasDemo(otherRiver)).toBe(false);
    expect(await seedDemo(store, { basin: otherRiver, through: '2026-03-08' })).toEqual({
      stations: 0,
      values: 0,
    });
    expect([await isEmpty(store), await isDemo(store)]).toEqual([true, false]);
    await write(otherRiver, 'OTR');
    await seedDemo(store, { basin: otherRiver, through: '2026-03-08', replace: true });
    expect(await isEmpty(store)).toBe(false);
  });
});
