import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDailyData } from '#contract/daily-data.ts';
import { Problem } from '#contract/endpoint.ts';
import {
  type Collection,
  Collections,
  Conformance,
  OgcFeatures,
  PointSeries,
} from '#features/ogc/contract.ts';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';
import { maxRows } from '#server/limits/download-limits.ts';
import { describeEngines } from '../../support/engines.ts';
import { closeAfter } from '../../support/set-up.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { findGeoJsonFaults, findPointSeriesFaults } from './checks.ts';
import { followPages, getJson, insertOgcFixture, pathIn, pathOfLink } from './fixture.ts';

const streamflow = '/ogc/collections/streamflow/locations';
const heise = `${streamflow}/HEII`;
const well = '/ogc/collections/depth-to-water/locations/W-7';

/** Requests with a wrong part, and what the answer has to say. */
const refused: [path: string, status: number, text: RegExp][] = [
  [`${heise}?datetime=`, 400, /datetime: must be a day/],
  [`${heise}?datetime=2020-13-01`, 400, /datetime/],
  [`${heise}?datetime=2020-01-02/2020-01-01`, 400, /datetime/],
  [`${heise}?datetime=2020-01-01,2020-01-02`, 400, /datetime/],
  [`${heise}?parameter-name=`, 400, /parameter-name: must not be empty/],
  [
    `${heise}?parameter-name=Streamflow`,
    400,
    /no parameter "Streamflow" in streamflow; there are streamflow and quality/,
  ],
  [`${heise}?parameter-name=streamflow,`, 400, /no parameter ""/],
  [`${heise}?parameter-name=streamflow,air-temperature`, 400, /no parameter "air-temperature"/],
  [`${heise}?parameter-name=quality&f=CSV`, 400, /CSV has the values of streamflow/],
  [`${heise}?crs=EPSG:4326`, 400, /crs: must be http/],
  [`${heise}?f=GeoJSON`, 400, /no format GeoJSON here. Ask for f=CoverageJSON or CSV/],
  [`${heise}?f=netCDF4`, 400, /no format netCDF4/],
  [`${heise}?limit=1`, 400, /no parameter limit here; there are datetime, parameter-name, crs, f/],
  [`${heise}?bbox=1,2,3,4`, 400, /no parameter bbox/],
  [`${heise}?coords=POINT(1+1)`, 400, /no parameter coords/],
  [`${streamflow}?f=CoverageJSON`, 400, /no format CoverageJSON here. Ask for f=GeoJSON/],
  [`${streamflow}?parameter-name=x`, 400, /no parameter "x"/],
  [`${streamflow}?bbox=x`, 400, /bbox/],
  [`${streamflow}?type=x`, 400, /no parameter type/],
  [`${streamflow}/NOTHING`, 404, /no such feature in streamflow/],
  [`${streamflow}/W-7`, 404, /no such feature in streamflow/],
  [`${streamflow}/HIDDEN`, 404, /no such feature in streamflow/],
  ['/ogc/collections/nothing/locations', 404, /no such collection/],
  ['/ogc/collections/sites/locations', 404, /has features only: \/ogc\/collections\/sites\/items/],
  ['/ogc/collections/huc8/locations/17040104', 404, /has features only/],
  ['/ogc/collections/streamflow/position?coords=POINT(1+1)', 404, /no such call/],
  ['/ogc/collections/streamflow/area', 404, /no such call/],
];

describeEngines('OGC API – EDR', async (open) => {
  const get = (url: string, headers: Record<string, string> = {}) => getJson(portal, url, headers);
  const user = { authorization: 'Bearer User' };

  const store = closeAfter(await open());
  await insertOgcFixture(store);
  // Gaps, provisional and flagged values, and numbers of all sizes.
  await store.query(`
    insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, flag)
    select loc, 1, date '2019-01-01' + i, (i * 37 % 1000) * power(10, i % 9 - 4)::real,
      case when i > 500 then 'P' else 'A' end, case when i % 53 = 0 then 'spike' end
    from generate_series(0, 638) i, unnest(array[1, 100012]) loc where i % 7 <> 3`);
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily) values
    (2, 7, '2001-03-04', 12.5), (2, 7, '2019-10-02', 14), (1, 5, '1990-10-01', -3)`);
  const portal = closeAfter(openTestApp(store, { openProviders: ['USBR HydroMet', 'USGS'] }));

  test('/conf/core/conformance: the core classes of EDR and of OGC API – Common are declared', async () => {
    const { conformsTo } = Conformance.parse(await get('/ogc/conformance'));
    expect(conformsTo).toEqual(
      expect.arrayContaining([
        'http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core',
        'http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections',
        'http://www.opengis.net/spec/ogcapi-edr-1/1.1/conf/core',
      ]),
    );
  });

  describe('/conf/collections', () => {
    let collections: Collection[];
    beforeAll(async () => {
      ({ collections } = Collections.parse(await get('/ogc/collections')));
    });

    test('rc-md-success, /conf/edr/rc-collection-info: ids are unique, and each collection has texts, extent, formats and crs', () => {
      expect(new Set(collections.map(({ id }) => id)).size).toBe(collections.length);
      for (const { id, title, description, keywords, output_formats, crs } of collections) {
        expect([id, title, description, keywords.length > 0]).not.toContain('');
        expect(output_formats).toContain('GeoJSON');
        expect(crs).toEqual(['http://www.opengis.net/def/crs/OGC/1.3/CRS84']);
      }
    });

    test('/conf/core/rc-collection-info-links, /conf/edr/rc-md-query-links: links have a relation and a type, one to the data', () => {
      for (const { id, links, data_queries } of collections) {
        expect(links.every(({ rel, type }) => rel !== '' && type !== '')).toBe(true);
        const query = 'locations' in data_queries ? 'locations' : 'items';
        expect(pathOfLink(links, 'data')).toBe(`/ogc/collections/${id}/${query}`);
      }
    });

    test('/conf/edr/rc-data-queries, rc-common-query-type, rc-common-variables, rc-items-variables: each query says how to make it', () => {
      for (const { data_queries, output_formats } of collections) {
        expect(Object.keys(data_queries).length).toBeGreaterThan(0);
        for (const [name, { link }] of Object.entries(data_queries)) {
          const {
            query_type,
            output_formats: own,
            default_output_format,
            crs_details,
          } = link.variables as never as {
            query_type: string;
            output_formats: string[];
            default_output_format: string;
            crs_details: { crs: string; wkt: string }[];
          };
          expect(query_type).toBe(name);
          expect(own).toContain(default_output_format);
          expect(output_formats).toEqual(expect.arrayContaining(own));
          expect(crs_details.map(({ crs, wkt }) => [crs, wkt.slice(0, 15)])).toEqual([
            ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'GEOGCS["WGS 84"'],
          ]);
          pathIn(link.href);
        }
      }
    });

    test('/conf/edr/rc-parameters: each parameter has an observed property, and a unit or categories', () => {
      const units = collections.map(({ id, parameter_names }) => {
        const own = parameter_names[id];
        if (own === undefined) expect(parameter_names).toEqual({});
        else {
          expect(Object.keys(parameter_names)).toEqual([id, 'quality']);
          expect(parameter_names.quality?.observedProperty.categories).toHaveLength(3);
          expect(own.observedProperty.label.en).not.toBe('');
        }
        return [id, own?.unit?.label.en, own?.unit?.symbol?.value];
      });
      expect(units).toEqual(
        expect.arrayContaining([
          ['streamflow', 'cfs', '[cft_i]/s'],
          ['snow-water-equivalent', 'in', '[in_i]'],
          ['reservoir-storage', 'AF', undefined],
          ['air-temperature', '°F', '[degF]'],
          ['sites', undefined, undefined],
        ]),
      );
    });
  });

  test('/conf/locations/no-query-params: all sites with the parameter are listed as EDR GeoJSON', async () => {
    const list = OgcFeatures.parse(await get(streamflow));
    const [row] = await store.query<{ n: number }>(
      `select count(*)::int as n from location_parameter join location using (loc_ndx) where parameter_ndx = 1 and is_shown`,
    );
    expect(list.features).toHaveLength(row?.n ?? 0);
    expect(list.numberMatched).toBe(row?.n);
    expect(findGeoJsonFaults(list)).toEqual([]);
    expect(list.features[0]).toMatchObject({
      id: 'HEII',
      properties: {
        label: 'Snake River near Heise',
        datetime: '1980-10-01/2020-09-30',
        'parameter-name': ['streamflow', 'quality'],
        edrqueryendpoint: `http://localhost:4321${heise}`,
      },
    });
  });

  test('/conf/locations/valid-query-params: the list can be narrowed by box and time, and paged', async () => {
    const box = 'bbox=-113,42.5,-112,44&crs=CRS84&parameter-name=streamflow&f=GeoJSON';
    const all = (await get(`${streamflow}?${box}`)).features;
    expect(all.length).toBeGreaterThan(2);
    const ids = [];
    for await (const page of followPages(portal, `${streamflow}?${box}&limit=2`)) ids.push(...page.features);
    expect(ids).toEqual(all);
    expect(
      (await get(`${streamflow}?datetime=1985-01-01`)).features.map(({ id }: { id: string }) => id),
    ).toEqual(['HEII']);
  });

  test.each(refused)(
    '/conf/locations/location-identifier-invalid and others: %s is %i',
    async (path, status, text) => {
      const answer = await portal.send({ url: path, headers: user });
      expect([answer.statusCode, Problem.parse(answer.json()).detail]).toEqual([
        status,
        expect.stringMatching(text),
      ]);
    },
  );

  test('/conf/covjson/content: values are a valid PointSeries, with null for missing and flagged values', async () => {
    const series = PointSeries.parse(await get(`${heise}?datetime=2019-01-01/2019-01-09`));
    expect(findPointSeriesFaults(series)).toEqual([]);
    expect(series.domain.axes).toEqual({
      x: { values: [-111.66] },
      y: { values: [43.6125] },
      t: { values: Array.from({ length: 9 }, (_, at) => addDays('2019-01-01', at)) },
    });
    const { streamflow: values, quality } = series.ranges;
    // 0 is flagged, the fourth day is missing.
    expect(values?.values.map((each) => each === null)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(quality?.values).toEqual([3, 1, 1, null, 1, 1, 1, 1, 1]);
    expect(findPointSeriesFaults(await get(heise))).toEqual([]);
    expect(findPointSeriesFaults(await get(well, user))).toEqual([]);
  });

  test('values are those of the portal’s own time series, for any site and span', {
    tags: ['full'],
  }, async () => {
    const bound = fc.option(fc.integer({ min: -30, max: 670 }), { nil: undefined });
    const site = fc.constantFrom([1, 'HEII'] as const, [100_012, 'SYN-12'] as const);
    await fc.assert(
      fc.asyncProperty(site, bound, bound, async ([ndx, id], one, other) => {
        const days = [one, other].map((each) =>
          each === undefined ? undefined : addDays('2019-01-01', each),
        );
        const [from, to] = days.includes(undefined) ? days : days.toSorted();
        const datetime =
          from === undefined && to === undefined ? '' : `?datetime=${from ?? '..'}/${to ?? '..'}`;
        const answer = await portal.send({ url: `${streamflow}/${id}${datetime}`, headers: user });
        const { series } = (await portal.request(
          readDailyData,
          {
            params: {
              parameter: '1',
              locations: String(ndx),
              start: from ?? '1900-01-01',
              end: to ?? '2100-01-01',
            },
            query: { format: 'columns' },
          },
          { token: 'User' },
        )) as {
          series: {
            start: string;
            dates: number[];
            values: number[];
            approval: string;
            flagged: { day: number }[];
          }[];
        };
        const [own] = series;
        if (!own) {
          expect([answer.statusCode, answer.payload]).toEqual([204, '']);
          return;
        }
        const coverage = PointSeries.parse(answer.json());
        expect(findPointSeriesFaults(coverage)).toEqual([]);
        const times = coverage.domain.axes.t.values;
        const rows = times.map((day, at) => [
          day,
          coverage.ranges.streamflow?.values[at],
          coverage.ranges.quality?.values[at],
        ]);
        const start = dayNumber(own.start);
        expect(rows.filter(([, , quality]) => quality === 1 || quality === 2)).toEqual(
          own.dates.map((day, at) => [
            formatDay(start + day),
            own.values[at],
            own.approval[at] === 'A' ? 1 : 2,
          ]),
        );
        expect(rows.filter(([, , quality]) => quality === 3)).toEqual(
          own.flagged.map(({ day }) => [formatDay(start + day), null, 3]),
        );
        expect(rows.every(([, value, quality]) => quality !== null || value === null)).toBe(true);
        const last = Math.max(own.dates.at(-1) ?? 0, own.flagged.at(-1)?.day ?? 0);
        expect([times[0], times.at(-1)]).toEqual([own.start, formatDay(start + last)]);
      }),
      { numRuns: 40 },
    );
  });

  test('/conf/core/datetime-response: an instant is its day in the time zone of the basin', async () => {
    const timesOf = async (datetime: string) =>
      (await get(`${heise}?datetime=${datetime}`)).domain.axes.t.values;
    expect(await timesOf('2019-06-01')).toEqual(['2019-06-01']);
    expect(await timesOf('2019-06-02T05:59:59Z')).toEqual(['2019-06-01']);
    expect(await timesOf('2019-06-01T06:00:00Z')).toEqual(['2019-06-01']);
    expect(await timesOf('../2019-01-02')).toEqual(['2019-01-01', '2019-01-02']);
    expect(await timesOf('2020-09-29/')).toEqual(['2020-09-29', '2020-09-30']);
  });

  test.each([heise, `${heise}?f=CSV`])(
    '/conf/edr/query_type/no-data: a span without values is 204 (%s)',
    async (url) => {
      const answer = await portal.send(
        `${url}${url.includes('?') ? '&' : '?'}datetime=1950-01-01/1950-12-31`,
      );
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
    },
  );

  test('/conf/edr/parameter-name-response: only the named parameters are there', async () => {
    const rangesOf = async (query: string) => {
      const series = await get(`${heise}?datetime=2019-02-01/2019-02-09&${query}`);
      expect(findPointSeriesFaults(series)).toEqual([]);
      return Object.keys(series.ranges);
    };
    expect(await rangesOf('')).toEqual(['streamflow', 'quality']);
    expect(await rangesOf('parameter-name=streamflow')).toEqual(['streamflow']);
    expect(await rangesOf('parameter-name=quality')).toEqual(['quality']);
    expect(await rangesOf('parameter-name=quality,streamflow')).toEqual(['streamflow', 'quality']);
  });

  describe('/conf/edr/f-response, /conf/covjson/definition: formats', () => {
    const coverage = 'application/prs.coverage+json';
    const csv = 'text/csv; charset=utf-8; header=present';
    test.each([
      ['?f=CoverageJSON', undefined, coverage],
      ['?f=coveragejson', 'text/csv', coverage],
      ['?f=CSV', coverage, csv],
      ['?f=csv', undefined, csv],
      ['', undefined, coverage],
      ['', coverage, coverage],
      ['', 'application/json', coverage],
      ['', 'application/vnd.cov+json', coverage],
      ['', 'text/csv', csv],
      ['', 'text/csv, application/json;q=0.5', csv],
      ['', 'text/csv;q=0.5, application/json', coverage],
      ['', 'text/*', csv],
      ['', '*/*', coverage],
      ['', 'text/html', 406],
      ['', 'application/geo+json', 406],
    ])('%j with Accept %j', async (query, accept, expected) => {
      const answer = await portal.send({
        url: heise + query,
        headers: accept === undefined ? {} : { accept },
      });
      expect(expected === 406 ? answer.statusCode : answer.headers['content-type']).toBe(expected);
      if (expected !== 406) expect(answer.headers.vary).toMatch(/Authorization, Accept/);
    });
  });

  test('CSV is that of the portal’s downloads, but for the time and the address of the query', async () => {
    const rowsOf = (text: string) => text.split('\r\n').filter((line) => !/^# (?:Exported|Query)/.test(line));
    const own = await portal.send({
      url: '/api/timeseries-daily-data/1/1/2019-03-01/2019-05-31?format=csv',
      headers: user,
    });
    const answer = await portal.send(`${heise}?f=CSV&datetime=2019-03-01/2019-05-31`);
    expect(rowsOf(answer.payload)).toEqual(rowsOf(own.payload));
    expect(rowsOf(answer.payload).length).toBeGreaterThan(70);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="Streamflow HEII.csv"');
  });

  describe('who may read values', () => {
    const statusOf = async (app: TestApp, url: string, headers = {}) => {
      const answer = await app.send({ url, headers });
      if (answer.statusCode === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      return answer.statusCode;
    };

    test('everyone those of open providers, who is signed in all of them', async () => {
      for (const query of ['', '?f=CSV', '?datetime=1800-01-01']) {
        expect(await statusOf(portal, heise + query)).toBe(query.includes('1800') ? 204 : 200);
        expect(await statusOf(portal, well + query)).toBe(401);
        expect(await statusOf(portal, well + query, user)).toBe(query.includes('1800') ? 204 : 200);
      }
      expect(await statusOf(portal, heise, { authorization: 'Bearer forged' })).toBe(401);
    });

    test('without open providers, nobody who is not signed in', async () => {
      await using closed = openTestApp(store);
      expect(await statusOf(closed, heise)).toBe(401);
      expect(await statusOf(closed, streamflow)).toBe(200);
      expect(await statusOf(closed, heise, user)).toBe(200);
    });

    test('an entity tag gives nothing away to who may not read', async () => {
      const { headers } = await portal.send({ url: well, headers: user });
      expect(headers['cache-control']).toMatch(/^private/);
      const condition = { 'if-none-match': String(headers.etag) };
      expect(await statusOf(portal, well, condition)).toBe(401);
      expect(await statusOf(portal, well, { ...condition, ...user })).toBe(304);
      const open304 = await portal.send(heise);
      expect(open304.headers['cache-control']).toMatch(/^public/);
      expect(await statusOf(portal, heise, { 'if-none-match': String(open304.headers.etag) })).toBe(304);
    });
  });

  test('more days than CoverageJSON may have are 413, and CSV has them still', async () => {
    await store.query(
      `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily) values (1, 5, '2900-01-01', 1)`,
    );
    const path = '/ogc/collections/air-temperature/locations/HEII';
    const answer = await portal.send(path);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      413,
      expect.stringContaining(
        `CoverageJSON ends at ${maxRows.records}. Ask for a shorter datetime, or for f=CSV.`,
      ),
    ]);
    expect((await portal.send(`${path}?f=CSV`)).statusCode).toBe(200);
    expect((await portal.send(`${path}?datetime=../2000-01-01`)).statusCode).toBe(200);
    await store.query(`delete from daily_value where rdate = '2900-01-01'`);
  });

  test('parameters of the basin file have collections, whatever their names are', async () => {
    await store.query(`insert into parameter values (101, 'Sites', 'x'), (102, '水位', 'm'), (103, '!', 'NTU'),
      (104, 'Snow-Water Equivalent', 'mm'), (105, 'Unused', 'x')`);
    await store.query(`insert into location_parameter
      select 1, n, '2020-01-01', '2020-01-02', 2, 0, 2 from generate_series(101, 104) n`);
    const { collections } = Collections.parse(await get('/ogc/collections'));
    expect(collections.map(({ id }) => id).slice(-4)).toEqual([
      'sites-101',
      '水位',
      'parameter-103',
      'snow-water-equivalent-104',
    ]);
    expect(await get(`/ogc/collections/${encodeURIComponent('水位')}`)).toMatchObject({
      id: '水位',
      title: '水位',
    });
    await store.query('delete from location_parameter where parameter_ndx > 100');
    await store.query('delete from parameter where parameter_ndx > 100');
  });

  test('the requests of the guide work', async () => {
    await store.query(`update location set loc_id = '13037500', data_provider_ndx = 9 where loc_ndx = 1`);
    const guide = readFileSync('content/documentation/guide/ogc-api.md', 'utf8');
    const requests = [...guide.matchAll(/^curl 'http:\/\/localhost:4321(\S+)'$/gm)].map(
      ([, path = '']) => path,
    );
    expect(requests.length).toBeGreaterThan(10);
    for (const path of requests) {
      const answer = await portal.send(path);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      if (path.includes('items?')) expect([path, answer.json().numberReturned]).not.toEqual([path, 0]);
    }
    const { parameter_names } = await get('/ogc/collections/streamflow');
    for (const { id } of parameter_names.quality.observedProperty.categories) {
      const anchor = new URL(id).hash.slice(1);
      expect(guide).toMatch(new RegExp(`^### ${anchor}$`, 'im'));
    }
    await store.query(`update location set loc_id = 'HEII', data_provider_ndx = 8 where loc_ndx = 1`);
  });

  test('a client that follows links only gets from the landing page to values', async () => {
    const { links } = await get('/ogc');
    const { collections } = Collections.parse(await get(pathOfLink(links, 'data')));
    const collection = collections.find(({ parameter_names }) => 'streamflow' in parameter_names);
    const query = collection?.data_queries.locations?.link;
    const { features } = await get(pathIn(query?.href ?? ''), { accept: query?.type ?? '' });
    const { edrqueryendpoint } = features[0].properties;
    const formats = query?.variables.output_formats as string[];
    for (const format of formats) {
      const answer = await portal.send(`${pathIn(edrqueryendpoint)}?f=${format}`);
      expect(answer.statusCode).toBe(200);
    }
    const [[from, to] = []] = collection?.extent.temporal?.interval ?? [];
    const all = await get(pathIn(edrqueryendpoint));
    expect(await get(`${pathIn(edrqueryendpoint)}?datetime=${from}/${to}`)).toEqual(all);
  });
});
