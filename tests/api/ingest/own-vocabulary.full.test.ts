import { expect, test } from 'vitest';
import { readDailyData } from '#contract/daily-data.ts';
import { listMapFilters, listWells } from '#contract/public-map.ts';
import { readLookup } from '#contract/records/lookups.ts';
import { listSeriesLocations } from '#contract/time-series.ts';
import { colorOrder, colorSites } from '#features/public-map/screen/colors/marker-colors.ts';
import { listSiteSummaries } from '#features/site-summary/contract.ts';
import { listSeriesParameters } from '#features/time-series/contract.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { BadIngestRequest, ingest } from '#ingest/run.ts';
import { otherRiver, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { hydroMetTable } from '../../support/fake-hydromet.ts';
import { ownVocabulary } from '../../support/own-vocabulary.ts';
import { shareStore } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const options = {
  ...quietImport,
  basin: ownVocabulary,
  now: () => new Date('2026-03-09T18:00:00Z'),
};

/** HydroMet with three days at the hatchery. */
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
const cells: Readonly<Record<string, number[]>> = { otrh_wf: [4.5, 5, 99], otrh_ic: [3, 2, 1] };
const usbr: typeof fetch = async (input) =>
  new Response(hydroMetTable(input, days, (column, day) => cells[column]?.[days.indexOf(day)]));

describeEngines('a basin’s own parameters and location types', (open) => {
  const store = shareStore(open);

  const importHatchery = () => ingest(store, 'usbr', { ...options, fetch: usbr, sites: ['otrh'] });

  test('show in lists, tables, the map with its legend, and time series, after an import', async () => {
    const report = await importHatchery();
    expect(report.failures).toEqual([]);
    expect(report).toMatchObject({ rows_written: 6, rows_flagged: 1 });
    await using portal = openTestApp(store);
    const { request } = portal;
    const token = { token: 'User' };
    const types = await request(readLookup, { params: { name: 'location-types' } }, token);
    expect(types).toContainEqual({ value: 'Hatchery', label: 'Hatchery' });
    const names = await request(readLookup, { params: { name: 'parameters' } }, token);
    expect(names).toContainEqual({ value: 'Water Temperature', label: 'Water Temperature' });

    expect(await request(listSeriesParameters, {}, token)).toMatchObject([
      { parameter_name: 'Depth of Ice', units_name: 'in' },
      { parameter_name: 'Water Temperature', units_name: '°C' },
    ]);
    const [location] = await request(listSeriesLocations, {}, token);
    expect(location).toMatchObject({ loc_type_name: 'Hatchery', parameter_ndx_array: [101, 102] });
    expect(await request(listSiteSummaries, {}, token)).toMatchObject([
      {
        loc_id: 'OTRH',
        loc_type_name: 'Hatchery',
        parameter_name: expect.any(String),
        num_days: expect.any(Number),
      },
      { loc_id: 'OTRH' },
    ]);

    const sites = await request(listWells, {});
    expect(sites).toMatchObject([
      { loc_id: 'OTRH', loc_type_name: 'Hatchery', parameter_name: 'Depth of Ice, Water Temperature' },
    ]);
    const { locationTypes, parameterNames } = await request(listMapFilters, {});
    expect(locationTypes).toEqual([{ display: 'Hatchery', value: 'Hatchery' }]);
    const legendOf = (scheme: ReturnType<typeof colorSites>) =>
      scheme.kind === 'category' ? scheme.legend : [];
    expect(
      legendOf(colorSites(sites, { coloring: 'locationTypes', options: locationTypes, chosen: [] })),
    ).toMatchObject([{ label: 'Hatchery', count: 1, heading: 'Other sites' }]);
    const inOrder = colorOrder('parameterNames', parameterNames);
    expect(
      legendOf(
        colorSites(sites, { coloring: 'parameterNames', options: inOrder, chosen: ['Water Temperature'] }),
      ),
    ).toMatchObject([{ label: 'Water Temperature', count: 1 }]);

    const params = {
      parameter: '101',
      locations: String(location?.loc_ndx),
      start: '2026-03-01',
      end: '2026-03-09',
    };
    expect(await request(readDailyData, { params, query: { format: 'columns' } }, token)).toMatchObject({
      parameter: { parameter_ndx: 101, parameter_name: 'Water Temperature', units_name: '°C' },
      // The third day exceeds the site's limit.
      series: [{ loc_type_name: 'Hatchery', units_name: '°C', values: [4.5, 5], flagged: [{ value: 99 }] }],
    });
  });

  test('have ids after the built-in ones, in the order of the file, and the same ones again', async () => {
    const ids = (table: string, id: string, name: string) =>
      store.query(`select ${id} as id, ${name} as name from ${table} where ${id} > 12 order by 1`);
    for (let round = 0; round < 2; round += 1) {
      await store.transaction((transaction) => writeLookupTables(transaction, ownVocabulary));
      expect(await ids('location_type', 'loc_type_ndx', 'loc_type_name')).toEqual([
        { id: 101, name: 'Hatchery' },
        { id: 102, name: 'Lock' },
      ]);
      expect(await ids('data_provider', 'data_provider_ndx', 'data_provider_name')).toEqual([
        { id: 101, name: 'Otter Tribe' },
        { id: 102, name: 'Otter Power' },
      ]);
      expect(await ids('parameter', 'parameter_ndx', 'parameter_name')).toEqual([
        { id: 101, name: 'Water Temperature' },
        { id: 102, name: 'Depth of Ice' },
      ]);
    }
  });

  test('in another order do not change what is stored: parameters are refused, types keep their ids', async () => {
    await importHatchery();
    const turned = {
      ...ownVocabulary,
      parameters: ownVocabulary.parameters?.toReversed(),
      location_types: ownVocabulary.location_types?.toReversed(),
    };
    const report = await ingest(store, 'usbr', { ...options, basin: turned, fetch: usbr, sites: ['otrh'] });
    expect(report.failures).toEqual([
      {
        name: 'usbr',
        message:
          'Parameter 101 is "Depth of Ice" (in) in the basin file and "Water Temperature" (°C) in the database. Add new parameters at the end of the list, and do not rename others.',
      },
    ]);
    const { types } = await store.transaction((transaction) =>
      writeLookupTables(transaction, { ...turned, parameters: ownVocabulary.parameters }),
    );
    expect([types.get('Hatchery'), types.get('Lock')]).toEqual([101, 102]);
  });

  test('with other units are refused', async () => {
    await importHatchery();
    const parameters = ownVocabulary.parameters?.map((each) => ({ ...each, units: '°F' }));
    const basin = { ...ownVocabulary, parameters };
    const report = await ingest(store, 'usbr', { ...options, basin, fetch: usbr, sites: ['otrh'] });
    expect(report.failures).toMatchObject([{ message: expect.stringContaining('"Water Temperature" (°F)') }]);
    expect(report.rows_written).toBe(0);
  });
});

describeEngines('the agencies of a basin', (open) => {
  const store = shareStore(open);
  const listed = {
    ...otherRiver,
    agencies: { usbr: { address: 'https://hydromet.example.org/daily' }, nrcs: {} },
  };

  test('are the only ones that an import of all asks, at their addresses', async () => {
    const asked = new Set<string>();
    const fetchNone: typeof fetch = async (input) => {
      asked.add(new URL(String(input)).host);
      return new Response('closed', { status: 403 });
    };
    await ingest(store, 'all', {
      ...options,
      basin: listed,
      fetch: fetchNone,
      sites: ['otr', '13999100:ID:BOR'],
    });
    expect([...asked].filter((host) => !host.endsWith('.gov'))).toEqual(['hydromet.example.org']);
    const runs = await store.query<{ source: string }>('select source from ingest_run order by source');
    expect(runs.map(({ source }) => source)).toEqual(['nrcs', 'official', 'usbr']);
  });

  test('refuse an importer of another one', async () => {
    const refusal = ingest(store, 'idwr', { ...options, basin: listed, fetch: usbr });
    await expect(refusal).rejects.toThrow(BadIngestRequest);
    await expect(refusal).rejects.toThrow(
      "The basin file of Other River basin does not use 'idwr', but nrcs, usbr. Add it to agencies in that file, or choose another source.",
    );
    expect(await store.query('select from ingest_run')).toEqual([]);
  });
});
