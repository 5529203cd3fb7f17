import { expect, test } from 'vitest';
import {
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  readMapGeometry,
  type WellOptions,
} from '#contract/public-map.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

describeEngines('the public map', (open) => {
  const { store, portal } = sharePortal(open, { insert: insertFixture });

  test('wells are one row per location, with names joined and counts by parameter', async () => {
    const sites = await portal.request(listWells, {});
    expect(sites.map(({ loc_id }) => loc_id)).toEqual(['HEII', 'W-7', 'NEELEY-MINIDOKA']);
    expect(sites[0]).toMatchObject({
      parameter_name: 'Air Temperature, Streamflow',
      location_geometry: { type: 'Point', coordinates: [-111.66, 43.6125] },
      lat_dd: 43.6125,
      lon_dd: -111.66,
      count_production: 0,
      por_end: '2020-09-30',
    });
    expect(sites[1]).toMatchObject({
      loc_name: 'Well "7" <east>',
      huc8_name: null,
      count_production: 12,
      count_waterlevels: 61,
      count_wqdata: 4,
      cuwcd_well_number: 'CU-7',
    });
  });

  test('the end and the interval are those of the freshest record, of two with one end the more frequent', async () => {
    const freshest = async (records: string) => {
      await store.query(
        `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
         overriding system value values (6, 'FRESH', 'Fresh', 10, 9, 43, -112)`,
      );
      if (records) await store.query(`insert into location_parameter values ${records}`);
      const found = (await portal.request(listWells, {})).find((site) => site.loc_ndx === 6);
      await store.query('delete from location where loc_ndx = 6');
      return [found?.por_end, found?.interval_days];
    };
    expect(await freshest('')).toEqual([null, 1]);
    expect(await freshest('(6, 1, null, null, 0, 0, 0)')).toEqual([null, 1]);
    expect(
      await freshest(
        "(6, 1, '2001-01-01', '2026-03-01', 3650, 10, 3600), (6, 7, '2001-01-01', '2026-03-02', 1825, 5, 10)",
      ),
    ).toEqual(['2026-03-02', 183]);
    expect(
      await freshest(
        "(6, 7, '2001-01-01', '1961-03-02', 300, 1, 10), (6, 8, '2001-01-01', '1961-03-02', 5, 1, 2), (6, 1, null, null, 9, 0, 1)",
      ),
    ).toEqual(['1961-03-02', 3]);
  });

  test('filters list what sites have, sorted', async () => {
    const filters = await portal.request(listMapFilters, {});
    const displayed = Object.fromEntries(
      Object.entries(filters).map(([group, options]) => [group, options.map(({ display }) => display)]),
    );
    expect(displayed).toEqual({
      locationTypes: ['Sentinel Well', 'Stream Gage', 'Stream Reach'],
      parameterNames: ['Air Temperature', 'Depth to Water', 'Hours Pumped', 'Reach Gain', 'Streamflow'],
      dataProviders: ['Calculation', 'IDWR AquaInfo', 'USBR HydroMet'],
      huc8Names: ['Lake Walcott', 'Palisades'],
      huc10Names: ['Upper Palisades'],
      gwDistricts: ['Bingham'],
    });
    expect(filters.gwDistricts).toEqual([{ display: 'Bingham', value: 'Bingham' }]);
    expect(filters.huc8Names.map(({ code, order }) => [code, order])).toEqual([
      ['17040209', expect.any(Number)],
      ['17040104', expect.any(Number)],
    ]);
    expect(filters.huc10Names[0]?.code).toMatch(/^17040104\d\d$/);
  });

  test('signed-in callers get more layers and sources than visitors', async () => {
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids(await portal.request(listMapLayers, {}))).toEqual(['data-points']);
    expect(ids(await portal.request(listMapSources, {}))).toEqual(['data-points']);
    const options = { token: 'User' };
    expect(ids(await portal.request(listMapLayers, {}, options))).toEqual(['reaches', 'data-points']);
    expect(ids(await portal.request(listMapSources, {}, options))).toEqual(['data-points', 'reaches']);
  });

  test('a layer is in Mapbox style form, without keys that are not set', async () => {
    const [points, reaches] = (await portal.request(listMapLayers, {}, { token: 'User' })).reverse();
    expect(points).toMatchObject({
      type: 'circle',
      paint: { 'circle-radius': 5 },
      layout: { visibility: 'visible' },
      filter: ['has', 'loc_ndx'],
      minzoom: 3.5,
      drawOrder: 20,
      legendOrder: 1,
      lreProperties: { layerGroup: 'Data Points', popup: { titleField: 'loc_name' } },
    });
    expect(reaches).not.toHaveProperty('filter');
    expect(reaches).not.toHaveProperty('maxzoom');
  });

  test.each<[WellOptions, string[]]>([
    [{}, ['HEII', 'W-7', 'NEELEY-MINIDOKA']],
    [{ search: 'heise SNAKE' }, ['HEII']],
    [{ search: 'heise well' }, []],
    [{ search: '2' }, ['W-7']],
    [{ search: '100%' }, []],
    [{ locationTypes: 'Stream Gage,Stream Reach' }, ['HEII', 'NEELEY-MINIDOKA']],
    [{ parameterNames: 'Streamflow' }, ['HEII']],
    [{ parameterNames: 'Stream' }, []],
    [{ dataProviders: 'Calculation , USBR HydroMet' }, ['HEII', 'NEELEY-MINIDOKA']],
    [{ huc8Names: 'Palisades', dataProviders: 'Calculation' }, []],
    [{ huc10Names: 'Upper Palisades' }, ['HEII']],
    [{ gwDistricts: 'Bingham' }, ['W-7']],
    [{ gwDistricts: ' ', search: '' }, ['HEII', 'W-7', 'NEELEY-MINIDOKA']],
  ])('wells are narrowed by %j', async (query, ids) => {
    const sites = await portal.request(listWells, { query });
    expect(sites.map(({ loc_id }) => loc_id)).toEqual(ids);
  });

  test('a name with a comma is one choice of a list', async () => {
    await store.query(`update huc10 set huc10_name = 'Heise, Upper' where huc10_ndx = 1`);
    const ids = async (huc10Names: string) =>
      (await portal.request(listWells, { query: { huc10Names } })).map(({ loc_id }) => loc_id);
    expect(await ids('Snake,Heise, Upper')).toEqual(['HEII']);
    expect(await ids('Heise')).toEqual([]);
    await store.query(`update huc10 set huc10_name = 'Upper Palisades' where huc10_ndx = 1`);
  });

  test('data points as GeoJSON have the fields of the list as properties', async () => {
    const sites = await portal.request(listWells, {});
    const { features } = await portal.request(readMapGeometry, { params: { id: 'data-points' } });
    expect(features.map(({ id, geometry, properties }) => ({ id, geometry, properties }))).toEqual(
      sites.map(({ location_geometry, ...properties }) => ({
        id: properties.loc_ndx,
        geometry: location_geometry,
        properties,
      })),
    );
  });

  test('subbasins say who their areas are from, and until an import has brought them, what it will change', async () => {
    const id = 'huc8';
    const read = () => portal.request(readMapGeometry, { params: { id } });
    const computed = await read();
    expect(computed.note).toBe(
      'Approximate areas, computed from the stations themselves. The importer of boundaries brings the real ones.',
    );
    expect(computed.features[0]).toMatchObject({
      geometry: { type: 'Polygon' },
      properties: {
        huc8_name: 'Palisades',
        huc8_code: '17040104',
        boundary: 'Approximate, computed from the stations',
      },
    });
    await store.query(`update huc8 set boundary_source = 'USGS 1:250,000 Hydrologic Units (1994)',
      boundary_accuracy = 'about 1 km accurate'`);
    const fromFile = await read();
    expect(fromFile.note).toBe(
      'USGS 1:250,000 Hydrologic Units (1994), about 1 km accurate. The importer of boundaries brings the current ones.',
    );
    expect(fromFile.features[0]?.properties.boundary).toBe(
      'USGS 1:250,000 Hydrologic Units (1994), about 1 km accurate',
    );
    await store.query(`update huc8 set boundary_source = 'USGS Watershed Boundary Dataset',
      boundary_accuracy = null, boundary_is_imported = true`);
    const imported = await read();
    expect(imported).not.toHaveProperty('note');
    expect(imported.features[0]?.properties.boundary).toBe('USGS Watershed Boundary Dataset');
  });

  test('rivers, waterbodies and towns are open GeoJSON with name, rank and source, important ones first', async () => {
    const read = async (id: string) =>
      (await portal.request(readMapGeometry, { params: { id } })).features.map((each) => each);
    expect(await read('rivers')).toEqual([]);
    await store.query(`insert into map_feature (kind, name, rank, geometry, source, accuracy) values
      ('river', 'Mill Creek', 3, '{"type":"LineString","coordinates":[[-112,43],[-112.1,43]]}', 'NHD', null),
      ('river', 'Snake "the" River', 1, '{"type":"LineString","coordinates":[[-112,43],[-113,43]]}',
        'Natural Earth', '1 to 2 km accurate'),
      ('town', 'Arco', 3, '{"type":"Point","coordinates":[-113.3,43.6]}', 'Census', null)`);
    expect(await read('rivers')).toMatchObject([
      {
        geometry: { type: 'LineString' },
        properties: { name: 'Snake "the" River', rank: 1, source: 'Natural Earth, 1 to 2 km accurate' },
      },
      { properties: { name: 'Mill Creek', rank: 3, source: 'NHD' } },
    ]);
    expect(await read('towns')).toMatchObject([
      { geometry: { type: 'Point' }, properties: { name: 'Arco' } },
    ]);
    expect(await read('waterbodies')).toEqual([]);
  });

  test('sources name those of their shapes as attribution, unless the database sets another one', async () => {
    await store.query(`insert into map_source (id, source) values
      ('huc8', '{"type":"geojson","data":"/api/public-map/geo/huc8"}'),
      ('rivers', '{"type":"geojson","data":"/api/public-map/geo/rivers"}'),
      ('towns', '{"type":"geojson","data":"/api/public-map/geo/towns","attribution":"The county"}')`);
    const attributions = async () =>
      (await portal.request(listMapSources, {})).map(({ id, source }) => [id, source.attribution]);
    expect(await attributions()).toEqual([
      ['data-points', undefined],
      ['huc8', 'USGS Watershed Boundary Dataset'],
      ['rivers', 'NHD, Natural Earth'],
      ['towns', 'The county'],
    ]);
    await store.query(`delete from map_source where id <> 'data-points' and id <> 'reaches'`);
    await store.query('delete from map_feature');
  });

  test('reach lines need a token', async () => {
    const call = { params: { id: 'reaches' } };
    await expect(portal.request(readMapGeometry, call)).rejects.toMatchObject({ status: 401 });
    const { features } = await portal.request(readMapGeometry, call, { token: 'User' });
    expect(features).toMatchObject([{ id: 3, geometry: { type: 'LineString' } }]);
  });

  test('an unknown geometry is 404', async () => {
    await expect(portal.request(readMapGeometry, { params: { id: 'no-such-thing' } })).rejects.toMatchObject({
      status: 404,
      message: 'Record not found.',
    });
  });

  test('cached responses follow every kind of change at once', async () => {
    const names = async () => (await portal.request(listWells, {})).map((site) => site.loc_name);
    await store.query(
      `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
       overriding system value values (9, 'NEW', 'New', 10, 9, 43, -112)`,
    );
    expect(await names()).toContain('New');
    await store.query(`update location set loc_name = 'Renamed' where loc_ndx = 9`);
    expect(await names()).toContain('Renamed');
    await store.query('insert into location_parameter (loc_ndx, parameter_ndx) values (9, 1)');
    const [added] = (await portal.request(listWells, {})).filter((site) => site.loc_ndx === 9);
    expect(added?.parameter_name).toBe('Streamflow');
    await store.query('delete from location where loc_ndx = 9');
    expect(await names()).toHaveLength(3);
  });

  test('callers at the same time get whole answers while the data change', async () => {
    const change = (n: number) =>
      store.query('update location set count_wqdata = $1::text::integer where loc_ndx = 2', [String(n)]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        await change(n);
        return portal.request(listWells, {});
      }),
    );
    for (const sites of answers) expect(sites).toHaveLength(3);
    await change(4);
    expect((await portal.request(listWells, {}))[1]?.count_wqdata).toBe(4);
  });

  test('a site whose coordinates are no place is left out', async () => {
    await store.query(
      `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
       overriding system value values (8, 'NOWHERE', 'Nowhere', 10, 9, 'NaN', -112), (7, 'FAR', 'Far', 10, 9, 43, 999)`,
    );
    expect(await portal.request(listWells, {})).toHaveLength(3);
    await store.query('delete from location where loc_ndx in (7, 8)');
  });

  test('an empty database is an empty map', async () => {
    await using empty = await open();
    await using other = openTestApp(empty);
    expect(await other.request(listWells, {})).toEqual([]);
    expect(await other.request(listMapLayers, {})).toEqual([]);
    const { features } = await other.request(readMapGeometry, { params: { id: 'data-points' } });
    expect(features).toEqual([]);
    const { huc8Names } = await other.request(listMapFilters, {});
    expect(huc8Names).toEqual([]);
  });
});
