import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeadlineRequest } from '#contract/basin-requests.ts';
import { readHeadline } from '#contract/headline.ts';
import { dataProviders } from '#domain/vocabulary.ts';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const streamflow = 1;
const headline: HeadlineRequest = { parameter: streamflow, siteIds: ['HEII', 'W-7'], capacity: 1000 };
const series = [1, 2].map((loc_ndx) => ({ loc_ndx, parameter_ndx: streamflow }));

describeEngines('the headline', (open) => {
  let store: Store;
  let portal: TestApp;

  beforeAll(async () => {
    store = await open();
    await insertFixture(store);
    portal = openTestApp(store, { headline, openProviders: dataProviders });
  });

  afterAll(async () => {
    await portal?.close();
    await store?.close();
  });

  /** Gives both gages 60 days up to 2026-04-30: 100 to 159 cfs, and ten times as much. */
  async function writeValues() {
    await store.query('delete from daily_value');
    await store.query(`insert into daily_value
      select l, 1, d::date, (100 + (d::date - date '2026-03-02')) * case l when 1 then 1 else 10 end, 'A', null
      from generate_series('2026-03-02'::timestamp, '2026-04-30', '1 day') d, unnest(array[1, 2]) l`);
    await store.query('insert into location_parameter values (2, 1) on conflict do nothing');
    await refresh();
  }

  /** As after an import, which computes the summaries and raises the version of the data. */
  async function refresh() {
    for (const key of series) await refreshRecord(store, key);
    await store.query('update data_version set version = version + 1');
  }

  const read = () => portal.request(readHeadline, {});

  test('sums the sites of the basin file, with the change of seven days', async () => {
    await writeValues();
    const { site_count, current_count, newest, total } = await read();
    expect({ site_count, current_count, newest }).toEqual({
      site_count: 3,
      current_count: 2,
      newest: '2026-04-30',
    });
    expect(total).toEqual({
      parameter_name: 'Streamflow',
      is_depth: false,
      units_name: 'cfs',
      site_count: 2,
      rdate: '2026-04-30',
      value: 11 * 159,
      newest: '2026-04-30',
      before: 11 * 152,
      days_before: 7,
      capacity: 1000,
      approval: 'A',
      is_demonstration: false,
    });
  });

  test('takes the last complete day while a site is silent, and flagged values count as missing', async () => {
    await writeValues();
    await store.query(`delete from daily_value where loc_ndx = 2 and rdate = '2026-04-30'`);
    await store.query(`update daily_value set flag = 'spike' where loc_ndx = 2 and rdate = '2026-04-29'`);
    await store.query(`update daily_value set approval = 'P' where loc_ndx = 1 and rdate = '2026-04-28'`);
    await refresh();
    expect((await read()).total).toMatchObject({
      rdate: '2026-04-28',
      value: 11 * 157,
      newest: '2026-04-30',
      before: 11 * 150,
      approval: 'P',
    });
  });

  test('withholds the total when a site has been silent for more than 30 days', async () => {
    await writeValues();
    await store.query('update daily_value set rdate = rdate - 30 where loc_ndx = 2');
    await refresh();
    expect((await read()).total).toMatchObject({ rdate: '2026-03-31', newest: '2026-04-30' });
    await store.query('update daily_value set rdate = rdate - 1 where loc_ndx = 2');
    await refresh();
    expect((await read()).total).toBeNull();
  });

  test('withholds the total when a site is not shown', async () => {
    await writeValues();
    await store.query('update location set is_shown = false where loc_ndx = 2');
    await refresh();
    expect(await read()).toMatchObject({ site_count: 2, total: null });
    await store.query('update location set is_shown = true where loc_ndx = 2');
  });

  test('marks a total with synthetic values', async () => {
    await writeValues();
    await store.query('update location_parameter set is_demonstration = true where loc_ndx = 2');
    await refresh();
    expect((await read()).total?.is_demonstration).toBe(true);
    await store.query('update location_parameter set is_demonstration = false');
  });

  test('is open, public and revalidated by its tag', async () => {
    const first = await portal.send('/api/headline');
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await portal.send({ url: '/api/headline', headers })).statusCode).toBe(304);
  });

  test('has no total if the basin file leads with none, and no day without values', async () => {
    const plain = openTestApp(store);
    await store.query('delete from location_parameter');
    await store.query('update data_version set version = version + 1');
    expect(await plain.request(readHeadline, {})).toEqual({
      site_count: 3,
      current_count: 0,
      newest: null,
      total: null,
    });
    await plain.close();
  });
});
