import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { checkRowCount } from '#features/time-series/server/daily-download.ts';
import type { Store } from '#server/db/store.ts';
import { maxRows } from '#server/limits/download-limits.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const url = '/api/timeseries-daily-data/1/1,2,3/2020-01-01/2020-12-31';

/** Called before each statement that reads values of a location. */
let beforeRead: () => Promise<void> = async () => {};
let reads = 0;

/** A store whose reads of values can be held up. */
function createSlowStore(inner: Store): Store {
  const query = async (statement: unknown, ...rest: unknown[]) => {
    if (typeof statement !== 'string' && JSON.stringify(statement).includes('string_agg')) {
      reads += 1;
      await beforeRead();
    }
    return (inner.query as (...call: unknown[]) => Promise<unknown>)(statement, ...rest);
  };
  return { ...inner, query: query as Store['query'] };
}

const store = closeAfter(await openEmbeddedStore());
await store.query(`insert into location_type values (1, 'Stream Gage')`);
await store.query(`insert into data_provider values (1, 'USGS')`);
await store.query(`insert into parameter values (1, 'Streamflow', 'cfs')`);
for (const ndx of [1, 2, 3]) {
  await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx,
    latitude_dd, longitude_dd) values (${ndx}, 'S${ndx}', 'Site ${ndx}', 1, 1, 43, -112)`);
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
    select ${ndx}, 1, day, ${ndx} * 100, 'A' from generate_series('2020-01-01'::date, '2020-12-31', '1 day') day`);
}
const portal = closeAfter(openTestApp(createSlowStore(store)));
const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' });

afterEach(() => {
  beforeRead = async () => {};
  reads = 0;
});

async function start(address: string, token = 'User', headers = {}): Promise<IncomingMessage> {
  const request = get(origin + address, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const [response] = await once(request, 'response');
  return response;
}

describe('a download', () => {
  test('of CSV has the rows of all locations, in order', async () => {
    const body = await text(await start(`${url}?format=csv`));
    const rows = body.split('\r\n').filter((line) => /^\d/.test(line));
    expect(body).toContain('# Rows: 1098');
    expect(rows).toHaveLength(3 * 366);
    expect(rows[0]).toBe('1,S1,Site 1,Streamflow,2020-01-01,100,cfs,A,,,USGS,Stream Gage,,,,,');
    expect(rows.at(-1)).toBe('3,S3,Site 3,Streamflow,2020-12-31,300,cfs,A,,,USGS,Stream Gage,,,,,');
  });

  test('of records and of columns is one JSON text', async () => {
    expect(JSON.parse(await text(await start(url)))).toHaveLength(3 * 366);
    const columns = JSON.parse(await text(await start(`${url}?format=columns`)));
    expect(columns.series.map((series: { values: number[] }) => series.values.length)).toEqual([
      366, 366, 366,
    ]);
  });

  test('reads a location only when the client has taken the one before', async () => {
    const first = Promise.withResolvers<void>();
    beforeRead = () => (reads === 2 ? first.promise : Promise.resolve());
    const response = await start(`${url}?format=csv`);
    await once(response, 'data');
    expect(reads).toBeLessThanOrEqual(2);
    first.resolve();
    await text(response);
    expect(reads).toBe(3);
  });

  test('stops reading when the client leaves', async () => {
    const second = Promise.withResolvers<void>();
    beforeRead = () => (reads === 2 ? second.promise : Promise.resolve());
    const response = await start(`${url}?format=csv`);
    await expect.poll(() => reads).toBe(2);
    response.destroy();
    await expect.poll(() => promisify(portal.app.server.getConnections.bind(portal.app.server))()).toBe(0);
    second.resolve();
    // The turn of the next download comes after what is left of this one.
    await text(await start(`${url}?format=csv`));
    expect(reads).toBe(5);
  });

  test('that fails amid the body ends with a broken connection, not with half a file', async () => {
    beforeRead = async () => {
      if (reads === 3) throw new Error('The disk failed.');
    };
    const response = await start(`${url}?format=csv`);
    await expect(text(response)).rejects.toThrow('aborted');
  });

  test('has no body for HEAD, and reads nothing', async () => {
    const response = await portal.send({ method: 'HEAD', url }, 'User');
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
    expect(reads).toBe(0);
  });

  test('is not sent again while the published data are the same', async () => {
    const first = await start(`${url}?format=csv`);
    await text(first);
    const tag = String(first.headers.etag);
    reads = 0;
    expect((await start(`${url}?format=csv`, 'User', { 'if-none-match': tag })).statusCode).toBe(304);
    const records = await start(url, 'User', { 'if-none-match': tag });
    expect(records.statusCode).toBe(200);
    await text(records);
    await store.query(
      `update daily_value set result_value_daily = 101 where loc_ndx = 1 and rdate = '2020-01-01'`,
    );
    const changed = await start(`${url}?format=csv`, 'User', { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    expect(await text(changed)).toContain('2020-01-01,101,');
  });
});

describe('at most four downloads of a caller', () => {
  test('run at the same time, whatever files they are; the fifth waits, another person’s does not', async () => {
    const held = Promise.withResolvers<void>();
    beforeRead = () => held.promise;
    const file = '/api/data/daily.csv?site=S1&parameter=Streamflow';
    const running = await Promise.all([`${url}?format=csv`, url, file, file].map((each) => start(each)));
    let hasFifth = false;
    const fifth = start(`${url}?format=csv`).then((response) => {
      hasFifth = true;
      return response;
    });
    const other = await start(`${url}?format=csv`, 'Developer');
    expect(other.statusCode).toBe(200);
    expect(hasFifth).toBe(false);
    running[0]?.destroy();
    expect((await fifth).statusCode).toBe(200);
    held.resolve();
    for (const response of [...running.slice(1), await fifth, other]) await text(response);
  });

  test('give their place back when they are refused or not modified', async () => {
    for (let round = 0; round < 6; round += 1) {
      expect(
        (await start('/api/timeseries-daily-data/99/1/2020-01-01/2020-12-31?format=csv')).statusCode,
      ).toBe(404);
    }
    const response = await start(`${url}?format=csv`);
    expect(response.statusCode).toBe(200);
    await text(response);
  });
});

test.each([
  ['records', maxRows.records, 'Ask for format=columns or format=csv.'],
  ['csv', maxRows.csv, 'Ask for fewer locations or years at a time.'],
] as const)('%s end at %i rows', (format, max, advice) => {
  const heads = (count: number) => ({
    parameter: { parameter_ndx: 1, parameter_name: 'Streamflow', units_name: 'cfs' },
    sites: [
      {
        loc_ndx: 1,
        loc_name: 'Site',
        data_provider_name: 'USGS',
        source: null,
        count,
      },
    ],
  });
  expect(() => checkRowCount(heads(max), format)).not.toThrow();
  expect(() => checkRowCount(heads(max + 1), format)).toThrow(
    `These are ${max + 1} values, and ${format} end at ${max}. ${advice}`,
  );
});
