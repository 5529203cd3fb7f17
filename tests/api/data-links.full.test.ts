import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDailyData } from '#contract/daily-data.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { statisticNames } from '#domain/season/season-tool-address.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const [openSite, closedSite, reach] = ['HEII', 'W-7', 'NEELEY-MINIDOKA'];
const flow = `site=${openSite}&parameter=Streamflow`;

/** What is refused: the address after the prefix, the status, and words of the answer. */
const refused: readonly (readonly [address: string, status: number, says: string])[] = [
  [`daily.xlsx?${flow}`, 400, 'must be csv or rdb'],
  [`daily.CSV?${flow}`, 400, 'must be csv or rdb'],
  ['brief.rdb', 400, 'must be csv'],
  [`reach-gains.rdb?site=${reach}`, 400, 'must be csv'],
  ['nothing.csv', 404, 'no such call'],
  ['daily.csv', 400, 'site'],
  ['daily.csv?site=HEII', 400, 'parameter'],
  ['daily.csv?parameter=Streamflow', 400, 'site'],
  ['daily.csv?site=&parameter=Streamflow', 400, 'site'],
  ['daily.csv?site=,,&parameter=Streamflow', 400, 'at least one site'],
  [`daily.csv?${flow}&start=2020-01-01`, 400, 'has no parameter start'],
  [`daily.csv?${flow}&format=rdb`, 400, 'has no parameter format'],
  [`daily.csv?${flow}&from=01/02/2020`, 400, 'YYYY-MM-DD'],
  [`daily.csv?${flow}&from=2020-02-30`, 400, 'YYYY-MM-DD'],
  [`daily.csv?${flow}&from=2020-02-02&from=2020-02-03`, 400, 'from'],
  [`daily.csv?${flow}&from=2020-02-02&to=2020-02-01`, 400, 'is after the last one'],
  [`daily.csv?${flow}&as_of=yesterday`, 400, 'as_of'],
  [`daily.csv?${flow}&notes=some`, 400, 'must be none'],
  [`daily.csv?${flow}&bom=yes`, 400, 'must be 1'],
  [`daily.rdb?${flow}&bom=1`, 400, 'bom belongs to a CSV'],
  [`statistics.rdb?${flow}&bom=1`, 400, 'bom belongs to a CSV'],
  [`daily.csv?${flow}&fbclid=x&clid=y`, 400, 'has no parameter clid'],
  [`daily.csv?${flow}&parameter=Precipitation`, 400, 'parameter'],
  [`daily.csv?${flow}&second_site=HEII`, 400, 'one needs the other'],
  [`daily.csv?${flow}&second_parameter=Streamflow`, 400, 'one needs the other'],
  ['daily.csv?site=13,HEII,14&parameter=Streamflow', 404, 'no site 13, 14'],
  [`daily.csv?${flow}&second_site=15&second_parameter=Streamflow`, 404, 'no site 15'],
  ['daily.csv?site=HEII&parameter=Flow', 404, 'Streamflow'],
  ['daily.csv?site=heii&parameter=Streamflow', 404, 'no site heii'],
  [`statistics.csv?${flow}&series=P50`, 400, 'series'],
  [`statistics.csv?${flow}&series=2020,mean`, 400, 'series'],
  [`statistics.csv?${flow}&year=calendar`, 400, 'must be water or irrigation'],
  [`statistics.csv?${flow}&measure=mean`, 400, 'must be value or volume'],
  [`statistics.csv?${flow}&site=HEII`, 400, 'site'],
  [`statistics.csv?${flow}&color=red`, 400, 'cannot use color=red'],
  [`statistics.csv?${flow}&sort=height`, 400, 'cannot use sort=height'],
  [`statistics.csv?${flow}&page=2`, 400, 'cannot use page=2'],
  ['statistics.csv?site=HEII&parameter=Air+Temperature&measure=volume', 400, 'volume'],
  [`reach-gains.csv?site=${reach}&unit=cfs`, 400, 'must be volume or percent'],
  ['reach-gains.csv', 400, 'site'],
  [`season-gain.csv?site=${reach}&since=june`, 400, 'must be nov'],
  [`season-gain.csv?site=${reach}&reference=2020-1991`, 400, '1991-2020'],
  [`monthly-gains.csv?site=${reach}&series=`, 400, 'series'],
  ['snow.csv?of=basins', 400, 'must be sites or huc8s'],
  ['snow.csv?percent=april', 400, 'must be date or peak'],
  ['sites.csv?f.years=many', 400, 'cannot use f.years=many'],
  ['sites.csv?size=200', 400, 'cannot use size=200'],
  ['brief.csv?on=2026-02-30', 400, 'YYYY-MM-DD'],
  ['brief.csv?on=2999-01-01', 400, 'YYYY-MM-DD'],
  ['brief.csv?day=2026-02-03', 400, 'has no parameter day'],
];

/** An address of every file, as a visitor may fetch it. */
const fetched = [
  `daily.csv?${flow}`,
  `daily.rdb?${flow}`,
  `statistics.csv?${flow}&series=2020,Median`,
  `statistics.rdb?${flow}`,
  'snow.csv?of=huc8s&percent=peak',
  'snow.rdb',
  'sites.csv?q=snake&sort=-start&hide=lat',
  'sites.rdb',
  'brief.csv',
];

/** The rows under the notes, as cells. */
function cellsOf(body: string): string[][] {
  const lines = body.split(/\r?\n/).filter((line) => !line.startsWith('#'));
  if (lines[0]?.includes('\t')) return lines.filter(Boolean).map((line) => line.split('\t'));
  return parse(lines.join('\r\n'), { relax_column_count: true });
}

describeEngines('files of data by address', async (open) => {
  const get = (address: string, token?: string, headers = {}) =>
    portal.send({ url: `/api/data/${address}`, headers }, token);

  const store = closeAfter(await open());
  await insertFixture(store);
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
    select l, p, d::date, round((100 + 60 * sin(extract(doy from d)::float / 58) + l)::numeric, 3),
      case when d < '2019-10-01' then 'A' else 'P' end, case when extract(day from d) = 3 then 'e' else '' end
    from generate_series('1995-10-01'::timestamp, '2020-09-30'::timestamp, '1 day') d,
      (values (1, 1), (2, 7), (3, 9)) s (l, p)`);
  await store.query(`update daily_value set flag = 'spike' where loc_ndx = 1 and rdate = '2020-03-05'`);
  for (const [location, parameter] of [
    [1, 1],
    [2, 7],
    [3, 9],
  ] as const)
    await refreshRecord(store, { loc_ndx: location, parameter_ndx: parameter });
  const portal = closeAfter(openTestApp(store, { openProviders: ['USBR HydroMet'] }));

  test.each(refused)('refuses %s with %i', async (address, status, says) => {
    const answer = await get(address, 'User');
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(says)]);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  test('a program that asks for JSON gets its errors as problems', async () => {
    const answer = await get('daily.csv', undefined, { accept: 'application/json' });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ status: 400 });
  });

  describe.each(fetched)('%s', (address) => {
    test('has notes, a name, a tag and lines of one width', async () => {
      const answer = await get(address);
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      const isRdb = address.includes('.rdb');
      expect(answer.headers['content-type']).toMatch(
        isRdb ? /^text\/plain; charset=utf-8/ : /^text\/csv; charset=utf-8/,
      );
      expect(answer.headers['content-disposition']).toMatch(isRdb ? /\.txt"$/ : /\.csv"$/);
      expect(answer.headers.etag).toMatch(/^W\//);
      expect(answer.body.replaceAll('\r\n', '')).not.toMatch(isRdb ? /\r/ : /\n/);
      for (const line of ['Source: ', 'License: ', 'Units: ', 'Exported ', 'Address: '])
        expect(answer.body).toContain(`# ${line}`);
      expect(answer.body).toContain(address.split('?')[0]);
      const rows = cellsOf(answer.body);
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      if (isRdb) for (const format of rows[1] ?? []) expect(format).toMatch(/^\d+[snd]$/);
    });

    test('begins with its header without notes', async () => {
      const answer = await get(`${address}${address.includes('?') ? '&' : '?'}notes=none`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toContain('#');
    });
  });

  test('a visitor reads how to create a token, and a person with one gets the values', async () => {
    const closed = `daily.csv?site=${openSite},${closedSite}&parameter=Depth+to+Water`;
    const answer = await get(closed);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).toMatch(/^The values of Well "7" <east> need an account\..*access token.*Profile/);
    expect((await get(closed, 'User')).statusCode).toBe(200);
    expect((await get(closed, 'no-such-token')).statusCode).toBe(401);
    // What somebody may read does not decide what a cache tells the next one.
    const { etag } = (await get(closed, 'User')).headers;
    expect((await get(closed, undefined, { 'if-none-match': String(etag) })).statusCode).toBe(401);
  });

  test.each([
    `statistics.rdb?site=${closedSite}&parameter=7`,
    `reach-gains.csv?site=${reach}`,
    `monthly-gains.rdb?site=${reach}`,
    `season-gain.csv?site=${reach}`,
    `daily.rdb?${flow}&second_site=${closedSite}&second_parameter=7`,
  ])('%s needs a token', async (address) => {
    expect((await get(address)).statusCode).toBe(401);
    expect((await get(address, 'User')).statusCode).toBe(200);
  });

  test('a visitor’s list has the sites of open providers, and says so', async () => {
    const numbers = (body: string) =>
      new Set(
        cellsOf(body)
          .slice(1)
          .map((row) => row[1]),
      );
    const [some, all] = [await get('sites.csv'), await get('sites.csv', 'User')];
    expect([...numbers(some.body)]).toEqual([openSite]);
    expect(numbers(all.body).size).toBe(3);
    expect(some.body).toContain('Fetched without an access token');
    expect(some.headers.etag).not.toBe(all.headers.etag);
  });

  test('without open providers, every file but the brief needs a token', async () => {
    await using closedPortal = openTestApp(store);
    for (const address of fetched) {
      const { statusCode } = await closedPortal.send(`/api/data/${address}`);
      expect([address, statusCode]).toEqual([address, address.startsWith('brief') ? 200 : 401]);
    }
  });

  test('CSV and RDB of days have the values of the API, flagged ones too', async () => {
    const day = fc.integer({ min: 0, max: 5600 }).map((offset) => {
      return new Date(Date.UTC(2005, 8, 1) + offset * 86_400_000).toISOString().slice(0, 10);
    });
    await fc.assert(
      fc.asyncProperty(day, day, fc.constantFrom('csv', 'rdb'), async (one, other, format) => {
        const [from = '', to = ''] = [one, other].sort();
        const records = await portal.request(readDailyData, {
          params: { parameter: '1', locations: '1', start: from, end: to },
          query: { format: 'records' },
        });
        const expected = Array.isArray(records)
          ? records.map((each) => [each.rdate, each.result_value_daily])
          : [];
        const body = (await get(`daily.${format}?${flow}&from=${from}&to=${to}&notes=none`)).body;
        const [header = [], ...lines] = cellsOf(body);
        const at = (name: string) =>
          header.indexOf(format === 'csv' ? name : name.toLowerCase().replace(' ', '_'));
        const rows = (format === 'csv' ? lines : lines.slice(1)).map((cells) => [
          cells[at('Last Report')],
          Number(cells[at('Result')]),
        ]);
        expect(rows).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  test.each([`daily.csv?${flow}&from=2020-03-01&to=2020-03-09`, 'sites.csv?', 'brief.csv?'])(
    '%s is the same for Excel, with its mark, and by a link that was passed on',
    async (address) => {
      const plain = await get(address);
      const forExcel = await get(`${address}&bom=1`);
      expect([...forExcel.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const rows = (text: string) => text.split('\r\n').filter((line) => !line.includes('#'));
      expect(rows(forExcel.body)).toEqual(rows(plain.body));
      const shared = await get(`${address}&fbclid=x&_=1`);
      expect([shared.statusCode, rows(shared.body)]).toEqual([200, rows(plain.body)]);
      expect(shared.body).not.toContain('fbclid');
    },
  );

  test('sites may be repeated or listed, and a second parameter follows the first', async () => {
    const listed = await get(`daily.csv?site=${openSite},${closedSite}&parameter=7&notes=none`, 'User');
    const repeated = await get(
      `daily.csv?site=${openSite}&site=${closedSite}&parameter=depth+to+water&notes=none`,
      'User',
    );
    expect(repeated.body).toBe(listed.body);
    const both = await get(
      `daily.csv?${flow}&second_site=${closedSite}&second_parameter=Depth+to+Water&from=2020-03-04&to=2020-03-05&notes=none`,
      'User',
    );
    const rows = cellsOf(both.body);
    expect(rows.slice(1).map((row) => row[1])).toEqual([
      'Streamflow',
      'Streamflow',
      'Depth to Water',
      'Depth to Water',
    ]);
    expect(rows[2]).toContain('a jump that is undone within days');
  });

  test('many values are streamed whole', async () => {
    const values = 9132;
    const answer = await get(`daily.csv?${flow}`);
    expect(cellsOf(answer.body)).toHaveLength(1 + values);
    expect(answer.body).toContain(`# Values: ${values}`);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
  });

  test('the address of statistics gives a row for each day of each series', async () => {
    const address = dataAddress('statistics', {
      site: openSite,
      parameter: 'Streamflow',
      series: [...statisticNames, '2020'].join(','),
      year: 'irrigation',
    });
    const answer = await portal.send(address);
    const rows = cellsOf(answer.body).slice(1);
    expect(rows.filter((row) => row[2] === '2020').length).toBeGreaterThan(300);
    expect(rows[0]?.[3]).toBe('Nov 01');
  });

  test.each(['reach-gains', 'monthly-gains', 'season-gain'] as const)('%s of a reach', async (file) => {
    const url = dataAddress(file, { site: reach });
    expect((await portal.send(url)).statusCode).toBe(401);
    const answer = await portal.send(url, 'User');
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('# Units: ')]);
    expect(cellsOf(answer.body).length).toBeGreaterThan(1);
  });
});
