import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DailyColumns, readDailyData } from '#contract/daily-data.ts';
import { listSeriesLocations } from '#contract/time-series.ts';
import { listSiteSummaries } from '#features/site-summary/contract.ts';
import { listSeriesHuc8s, listSeriesParameters } from '#features/time-series/contract.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { sharePortal } from '../support/shared-store.ts';
import { requesterAs } from '../support/test-app.ts';

const token = 'User';
const daily = '/api/timeseries-daily-data';

describeEngines('time series', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      await store.query(`
      insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, latitude_dd,
        longitude_dd) overriding system value values (4, 'ANEI', '=Antelope Creek', 10, 8, 2, 43.5, -112)`);
      await store.query(`insert into location_parameter values (4, 1, '2020-01-01', '2020-01-02', 2, 1, 2)`);
      await store.query(`
      insert into daily_value values
      (1, 1, '2020-02-28', 1540, 'A', null), (1, 1, '2020-02-29', 1540.25, 'A', 'e'),
      (1, 1, '2020-03-02', -3.5, 'P', null), (4, 1, '2020-03-01', 0.1, 'P', null),
      (4, 1, '2020-03-02', 'NaN', 'P', null), (4, 1, '2020-03-03', 'Infinity', 'P', null)`);
    },
  });
  const ask = requesterAs(portal, token);

  const get = (url: string, headers: Record<string, string> = {}) => portal.send({ url, headers }, token);

  test('summaries are one row per location and parameter, by name', async () => {
    const rows = await ask(listSiteSummaries, {});
    expect(rows.map((row) => `${row.loc_ndx} ${row.parameter_name}`)).toEqual([
      '4 Streamflow',
      '3 Reach Gain',
      '1 Air Temperature',
      '1 Streamflow',
      '2 Depth to Water',
      '2 Hours Pumped',
    ]);
    expect(rows[3]).toMatchObject({
      units_name: 'cfs',
      por_start: '1980-10-01',
      por_end: '2020-09-30',
      num_days: 14610,
      num_years: 40,
      total_samples: 14600,
      huc10_name: 'Upper Palisades',
      location_geometry: { type: 'Point', coordinates: [-111.66, 43.6125] },
    });
  });

  test('the lists to choose from have what locations have, and no more', async () => {
    const huc8s = await ask(listSeriesHuc8s, {});
    expect(huc8s.map(({ huc8 }) => huc8)).toEqual(['Idaho Falls', 'Lake Walcott', 'Palisades']);
    const parameters = await ask(listSeriesParameters, {});
    expect(parameters.find(({ parameter_ndx }) => parameter_ndx === 1)?.huc8_ndx_array).toEqual([1, 2]);
    expect(parameters.find(({ parameter_ndx }) => parameter_ndx === 7)?.huc8_ndx_array).toEqual([]);
    expect(parameters.some(({ parameter_ndx }) => parameter_ndx === 2)).toBe(false);
    const locations = await ask(listSeriesLocations, {});
    expect(locations.find(({ loc_ndx }) => loc_ndx === 1)).toMatchObject({
      huc8_ndx_array: [1],
      parameter_ndx_array: [1, 5],
      parameter_name_array: ['Streamflow', 'Air Temperature'],
      records: [{ parameter_ndx: 1, por_end: '2020-09-30' }, { parameter_ndx: 5 }],
    });
  });

  test('records come by location and date, without what is not a number', async () => {
    const answer = await get(`${daily}/1/4,1,1/2020-02-28/2020-03-31`);
    expect(answer.json()).toMatchObject([
      { loc_ndx: 1, rdate: '2020-02-28', result_value_daily: 1540, approval: 'A', units_name: 'cfs' },
      { loc_ndx: 1, rdate: '2020-02-29', result_value_daily: 1540.25, qualifier: 'e' },
      { loc_ndx: 1, rdate: '2020-03-02', result_value_daily: -3.5, approval: 'P' },
      { loc_ndx: 4, rdate: '2020-03-01', result_value_daily: 0.1, huc8: 'Idaho Falls', huc10: null },
    ]);
    expect(answer.json()).toHaveLength(4);
  });

  test('columns hold the same, and both ends of the range', async () => {
    const answer = await ask(readDailyData, {
      params: { parameter: '1', locations: '1,99', start: '2020-02-29', end: '2020-03-02' },
      query: { format: 'columns' },
    });
    const { parameter, series } = DailyColumns.parse(answer);
    expect(parameter).toEqual({ parameter_ndx: 1, parameter_name: 'Streamflow', units_name: 'cfs' });
    expect(series).toMatchObject([
      {
        loc_ndx: 1,
        start: '2020-02-29',
        dates: [0, 2],
        values: [1540.25, -3.5],
        approval: 'AP',
        qualifiers: { 0: 'e' },
      },
    ]);
    expect(series).toHaveLength(1);
  });

  test('a range without values is an empty list, not an error', { tags: ['full'] }, async () => {
    expect((await get(`${daily}/1/1/1900-01-01/1900-12-31`)).json()).toEqual([]);
    expect((await get(`${daily}/1/1/1900-01-01/1900-12-31?format=columns`)).json()).toMatchObject({
      series: [],
    });
  });

  test('CSV by format and by Accept names its source and disarms formulas', async () => {
    const byFormat = await get(`${daily}/1/1,4/2020-02-28/2020-03-31?format=csv`);
    expect(byFormat.headers['content-type']).toContain('text/csv');
    expect(byFormat.headers['content-disposition']).toBe('attachment; filename="Streamflow daily.csv"');
    const lines = byFormat.body.split('\r\n');
    expect(lines.filter((line) => line.startsWith('#')).join('\n')).toMatch(
      /Source: USBR HydroMet\n.*America\/Denver.*UTC\n.*Query: \/api\/timeseries.*\n.*Rows: 4/,
    );
    expect(lines).toContain(
      '1,HEII,Snake River near Heise,Streamflow,2020-03-02,-3.5,cfs,P,,,USBR HydroMet,Stream Gage,Palisades,Upper Palisades,,,',
    );
    expect(lines).toContain(
      "4,ANEI,'=Antelope Creek,Streamflow,2020-03-01,0.1,cfs,P,,,USBR HydroMet,Stream Gage,Idaho Falls,,,,",
    );
    const byAccept = await get(`${daily}/1/1,4/2020-02-28/2020-03-31`, { accept: 'text/csv' });
    expect(byAccept.headers.vary).toContain('Accept');
    expect(byAccept.body.split('\r\n').slice(8)).toEqual(lines.slice(8));
    expect(lines.find((line) => line.includes('2020-02-29'))).toContain(',1540.25,cfs,A,e,,USBR HydroMet,');
  });

  describe('values that fail a quality rule', () => {
    const range = { start: '2020-03-02', end: '2020-03-12' };
    const columns = async (locations: string) => {
      const params = { parameter: '1', locations, ...range };
      const answer = await ask(readDailyData, { params, query: { format: 'columns' } });
      return DailyColumns.parse(answer).series;
    };

    beforeAll(() =>
      store.query(`
        insert into daily_value values
        (1, 1, '2020-03-05', 90000, 'P', 'e', 'spike'), (1, 1, '2020-03-06', 11, 'A', null, null),
        (2, 1, '2020-03-10', 3, 'A', null, 'flat')`),
    );
    afterAll(() =>
      store.query(
        `delete from daily_value where parameter_ndx = 1 and rdate between '2020-03-05' and '2020-03-12'`,
      ),
    );

    test('are apart from the others in columns, even where there are no others', async () => {
      expect(await columns('1')).toMatchObject([
        {
          start: '2020-03-02',
          dates: [0, 4],
          values: [-3.5, 11],
          approval: 'PA',
          qualifiers: { 3: 'e' },
          flagged: [{ day: 3, value: 90000, flag: 'spike', approval: 'P' }],
        },
      ]);
      expect(await columns('2')).toMatchObject([
        {
          start: '2020-03-10',
          dates: [],
          values: [],
          approval: '',
          flagged: [{ day: 0, value: 3, flag: 'flat' }],
        },
      ]);
    });

    test('are among the records and in the CSV, with the rule', { tags: ['full'] }, async () => {
      const url = `${daily}/1/1/${range.start}/${range.end}`;
      const records: { rdate: string; flag: string | null }[] = (await get(url)).json();
      expect(records.map(({ rdate, flag }) => `${rdate} ${flag}`)).toEqual([
        '2020-03-02 null',
        '2020-03-05 spike',
        '2020-03-06 null',
      ]);
      const lines = (await get(`${url}?format=csv`)).body.split('\r\n');
      expect(lines.find((line) => line.startsWith('loc_ndx,'))).toContain(
        ',qualifier,flag,data_provider_name',
      );
      expect(lines.find((line) => line.includes(',2020-03-05,'))).toContain(',90000,cfs,P,e,spike,');
      expect(lines.find((line) => line.includes(',2020-03-06,'))).toContain(',11,cfs,A,,,');
      expect(lines.join('\n')).toContain('spike: a jump that is undone within days');
    });
  });

  describe('refused', () => {
    const many = Array.from({ length: 51 }, (_, index) => index + 1).join(',');
    test.each([
      ['a start after the end', `${daily}/1/1/2020-03-02/2020-03-01`, 400],
      ['a day that is none', `${daily}/1/1/2021-02-29/2021-03-01`, 400],
      ['a date of another form', `${daily}/1/1/03-01-2020/2021-03-01`, 400],
      ['locations that are no numbers', `${daily}/1/HEII/2020-03-01/2020-03-02`, 400],
      ['an empty place in the list', `${daily}/1/1,,2/2020-03-01/2020-03-02`, 400],
      ['51 locations', `${daily}/1/${many}/2020-03-01/2020-03-02`, 400],
      ['an unknown format', `${daily}/1/1/2020-03-01/2020-03-02?format=xml`, 400],
      ['an unknown parameter', `${daily}/99/1/2020-03-01/2020-03-02`, 404],
      ['a parameter that fits no id', `${daily}/99999/1/2020-03-01/2020-03-02`, 404],
    ])('%s', async (_, url, status) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.json().detail).not.toBe('');
    });
  });

  test('the same location fifty times over is one', { tags: ['full'] }, async () => {
    const answer = await get(`${daily}/1/${'1,'.repeat(60)}1/2020-01-01/2020-12-31?format=columns`);
    expect(answer.json().series).toHaveLength(1);
  });
});
