import { describe, expect, test } from 'vitest';
import { summarizeDifferences } from '#domain/statistics/official-statistics.ts';
import { createImportProcess } from '#ingest/process/import-process.ts';
import { BadIngestRequest, ingest } from '#ingest/run.ts';
import { compareWithAgencies, describeComparison } from '../../src/commands/compare-statistics.ts';
import { quietImport } from '../support/basin.ts';
import { describeEngines, openEmbeddedStore } from '../support/engines.ts';
import { startLocalServer } from '../support/local-server.ts';
import { createServices, gage, now, small, snotel } from '../support/official-services.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { shareStore } from '../support/shared-store.ts';

describeEngines('official statistics', (open) => {
  const store = shareStore(open);

  const importOfficial = (services = createServices(), more: object = {}) =>
    ingest(store, 'official', { ...quietImport, basin: small, now, fetch: services.fetch, ...more });
  const read = async (of: string) => {
    const rows = await compareWithAgencies(store, of, '2026-04-10');
    return { rows, summary: summarizeDifferences(rows) };
  };

  /** Writes a value of `value + year − 2005` on each April 1 and February 29 of the water years 1991 to 2020. */
  async function addRecord(locId: string, parameter: number, value: number) {
    await store.query(
      `insert into location_parameter (loc_ndx, parameter_ndx)
       select loc_ndx, $2::int from location where loc_id = $1`,
      [locId, parameter],
    );
    await store.query(
      `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
       select loc_ndx, $2::int, d::date, $3::float8 + extract(year from d) - 2005, 'A'
       from location, generate_series(date '1991-01-01', date '2026-04-01', interval '1 day') d
       where loc_id = $1 and to_char(d, 'MM-DD') in ('02-28', '02-29', '03-01', '04-01')`,
      [locId, parameter, value],
    );
    await refresh(locId, parameter);
  }

  async function refresh(locId: string, parameter: number) {
    const [found] = await store.query<{ loc_ndx: number }>('select loc_ndx from location where loc_id = $1', [
      locId,
    ]);
    if (found) await refreshRecord(store, { loc_ndx: found.loc_ndx, parameter_ndx: parameter });
  }

  test('imports the pages of both agencies; a second import writes nothing', async () => {
    const services = createServices();
    const report = await importOfficial(services);
    expect(report).toMatchObject({
      status: 'succeeded',
      failures: [],
      rows_read: 12,
      rows_written: 11,
      rows_rejected: 1,
    });
    expect(report.series.find(({ name }) => name.includes('forecasts'))?.rejected).toMatchObject([
      { reason: 'has no publication date', count: 1 },
    ]);
    const [data, first, second, forecasts] = services.requests.map(({ searchParams }) => searchParams);
    expect(data?.get('centralTendencyType')).toBe('MEDIAN');
    expect([data?.get('beginDate'), data?.get('endDate')]).toEqual(['2023-01-01', '2024-12-31']);
    expect(first?.getAll('monitoring_location_id')).toEqual([`USGS-${gage}`]);
    expect(second?.get('next_token')).toBe('more');
    expect(forecasts?.get('stationTriplets')).toBe(`${gage}:*:USGS`);
    expect(forecasts?.get('beginPublicationDate')).toBe('2025-01-01');
    expect(await importOfficial()).toMatchObject({ rows_written: 0, rows_unchanged: 11, rows_rejected: 1 });
  });

  test('stores each percentile that the service publishes, the 50th as the median', async () => {
    const values = {
      5: '150.75',
      10: '176.5',
      25: '231.25',
      50: '315.5',
      75: '519.25',
      90: 'nan',
      95: '1092.5',
    };
    const day = {
      computation: 'percentile',
      sample_count: 104,
      time_of_year: '01-01',
      time_of_year_type: 'day_of_year',
      percentiles: Object.keys(values),
      values: Object.values(values),
    };
    const series = { parameter_code: '00060', parent_statistic_id: '00003', unit_of_measure: 'ft^3/s' };
    const properties = {
      monitoring_location_id: `USGS-${gage}`,
      data: [{ ...series, parent_time_series_id: 'a', values: [day] }],
    };
    const fetchPercentiles: typeof fetch = async (input) =>
      Response.json(
        String(input).includes('observationNormals') ? { features: [{ properties }], next: null } : [],
      );
    const report = await importOfficial(createServices(), { fetch: fetchPercentiles });
    expect(report).toMatchObject({ status: 'succeeded', rows_read: 6, rows_written: 6, rows_rejected: 0 });
    const stored = await store.query<{ row: string }>(
      `select concat_ws(' ', statistic, month_day, value, years) as row from official_statistic
       order by value`,
    );
    expect(stored.map(({ row }) => row)).toEqual([
      'p05 01-01 150.75 104',
      'p10 01-01 176.5 104',
      'p25 01-01 231.25 104',
      'median 01-01 315.5 104',
      'p75 01-01 519.25 104',
      'p95 01-01 1092.5 104',
    ]);
  });

  test('replaces a revised statistic, and removes one that is published no longer', async () => {
    await importOfficial();
    const report = await importOfficial(createServices({ flow: 120, peak: null }));
    expect(report).toMatchObject({ status: 'succeeded', rows_written: 2 });
    const stored = await store.query(
      `select statistic, month_day, value::float8 as value, years from official_statistic
       where statistic in ('median', 'median_peak') order by agency, statistic, month_day`,
    );
    expect(stored).toEqual([
      { statistic: 'median', month_day: '02-29', value: 9, years: null },
      { statistic: 'median', month_day: '04-01', value: 10, years: null },
      { statistic: 'median', month_day: '04-01', value: 120, years: 110 },
      { statistic: 'median', month_day: '04-02', value: 120, years: 110 },
    ]);
  });

  test('compares ours with theirs on a day', async () => {
    await importOfficial();
    // The medians of 1991 to 2020 are half a unit above these.
    await addRecord(gage, 1, 100.5);
    await addRecord(snotel, 2, 10.5);
    const { rows, summary } = await read('04-01');
    expect(rows).toMatchObject([
      {
        loc_id: snotel,
        our_value: 11,
        our_years: 30,
        agency: 'nrcs',
        agency_value: 10,
        agency_years: null,
        agency_period: '1991–2020',
        difference: 1,
        difference_percent: 10,
      },
      {
        loc_id: gage,
        our_value: 101,
        our_years: 30,
        agency: 'usgs',
        agency_value: 100,
        agency_years: 110,
        agency_period: 'period of record',
        difference: 1,
        difference_percent: 1,
      },
    ]);
    expect(summary).toMatchObject({
      compared: 2,
      agreeing: 1,
      without_percent: 0,
      largest: [{ loc_id: snotel }],
    });
  });

  test('a difference above 2 percent is among the largest', async () => {
    await importOfficial();
    await addRecord(gage, 1, 149.5);
    const { summary } = await read('04-01');
    expect(summary).toMatchObject({ compared: 1, agreeing: 0, without_percent: 1 });
    expect(summary.largest).toMatchObject([{ loc_id: gage, difference: 50, difference_percent: 50 }]);
  });

  test('February 29 is pooled with its neighbors; a flagged value is in no median', async () => {
    await importOfficial();
    await addRecord(snotel, 2, 10);
    expect((await read('02-29')).rows).toMatchObject([{ our_value: 10.5, our_years: 30, agency_value: 9 }]);
    await store.query(
      `update daily_value set flag = 'rate' where rdate < '2018-01-01' and to_char(rdate, 'MM-DD') <> '04-01'`,
    );
    await refresh(snotel, 2);
    // Three years are too few for a median.
    expect((await read('02-29')).rows).toMatchObject([{ our_value: null, our_years: 0, difference: null }]);
  });

  test('compares median peaks', async () => {
    await importOfficial();
    await store.query(
      `insert into location_parameter (loc_ndx, parameter_ndx) select loc_ndx, 2 from location where loc_id = $1`,
      [snotel],
    );
    await store.query(
      `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
       select loc_ndx, 2, d::date, 16, 'A'
       from location, generate_series(date '1990-11-01', date '2008-04-30', interval '1 day') d where loc_id = $1`,
      [snotel],
    );
    await refresh(snotel, 2);
    const { rows, summary } = await read('peak');
    expect(rows).toMatchObject([
      { our_value: 16, our_years: 18, agency_value: 14.8, agency_month_day: '03-27', difference: 1.2 },
    ]);
    expect(summary.largest).toHaveLength(1);
  });

  test('is empty before an import, and says so', async () => {
    for (const of of ['04-01', 'peak']) expect((await read(of)).rows).toEqual([]);
  });

  test('the command prints how many agree, which differ most, and all rows', async () => {
    await importOfficial();
    await addRecord(gage, 1, 149.5);
    const lines = describeComparison((await read('04-01')).rows)
      .trim()
      .split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      '# 0 of 1 agree within 2 percent; 1 have no percentage.',
      '# Snake River near Heise, Streamflow: 150 cfs instead of 100 (50 percent)',
    ]);
    expect(lines.at(-1)).toContain('Streamflow,cfs,150,30,usgs,100,110,period of record,04-01,50,50,');
  });
});

describe('imports of official statistics', () => {
  const store = shareStore(openEmbeddedStore);
  const run = (fetchAll: typeof fetch, more: object = {}) =>
    ingest(store, 'official', { ...quietImport, basin: small, now, fetch: fetchAll, ...more });
  const count = async () => {
    const [row] = await store.query<{ count: number }>(
      'select count(*)::int as count from official_statistic',
    );
    return row?.count;
  };

  test.each([
    ['a truncated body', () => new Response('[{"stationTriplet":'), 'is not JSON'],
    ['an error page with status 200', () => new Response('<html>Busy</html>'), 'Busy'],
    ['a refusal', () => new Response('bad request', { status: 400 }), 'status 400'],
    ['a blocked address', () => new Response('', { status: 403 }), 'has blocked this address'],
    ['an error of its own', () => Response.json({ message: 'moved' }), 'answered: moved'],
  ])('%s is named and writes nothing', async (_, answer, message) => {
    const report = await run(async () => answer());
    expect(report).toMatchObject({ status: 'failed', rows_written: 0 });
    expect(report.failures.length).toBeGreaterThan(1);
    for (const failure of report.failures) expect(failure.message).toContain(message);
    expect(await count()).toBe(0);
  });

  test('one failing service does not stop the others', async () => {
    const services = createServices();
    const report = await run(async (input) =>
      String(input).includes('observationNormals')
        ? new Response('', { status: 500 })
        : services.fetch(input),
    );
    expect(report.status).toBe('failed');
    expect(report.failures).toMatchObject([{ name: gage }]);
    expect(await count()).toBe(3);
  });

  test('a station that the services do not know has no statistics', async () => {
    const report = await run(async (input) =>
      Response.json(String(input).includes('observationNormals') ? { features: [], next: null } : []),
    );
    expect(report).toMatchObject({ status: 'partial', rows_read: 0, failures: [] });
  });

  test('a site that is not in the basin file is reported', async () => {
    const services = createServices();
    const report = await run(services.fetch, { sites: ['USGS-13037500', '999:ID:SNTL'] });
    expect(report.unknown_columns).toEqual(['999:ID:SNTL']);
    expect(services.requests.some(({ searchParams }) => searchParams.has('centralTendencyType'))).toBe(false);
  });

  test('with since, only forecasts are requested', async () => {
    const services = createServices();
    await run(services.fetch, { since: '2026-03-15' });
    expect(services.requests.map(({ pathname }) => pathname.split('/').at(-1))).toEqual(['forecasts']);
    expect(services.requests[0]?.searchParams.get('beginPublicationDate')).toBe('2026-03-15');
  });

  test('refuses a file', async () => {
    await expect(run(createServices().fetch, { file: 'x.json' })).rejects.toThrow(BadIngestRequest);
  });

  test('a portal imports in another process, and writes the same', async () => {
    const services = createServices();
    await using server = await startLocalServer(async ({ url = '/' }, response) => {
      const answer = await services.fetch(`http://agency.test${url}`);
      response.end(await answer.text());
    });
    const report = await run(fetch, {
      runSource: createImportProcess({ memoryMb: 256 }),
      environment: { NRCS_URL: `${server.origin}/v1/data`, USGS_STATISTICS_URL: server.origin },
    });
    expect(report).toMatchObject({ status: 'succeeded', failures: [], rows_written: 11 });
  });

  test('asks for statistics once a week and for forecasts every time, with keepCurrent', async () => {
    const services = createServices();
    const day = 86_400_000;
    const runAfter = (days: number) =>
      run(services.fetch, { keepCurrent: true, now: () => new Date(Date.now() + days * day) });
    const requestsOf = async (days: number) => {
      services.requests.length = 0;
      await runAfter(days);
      return services.requests.length;
    };
    expect([await requestsOf(0), await requestsOf(2), await requestsOf(9)]).toEqual([4, 1, 4]);
  });
});
