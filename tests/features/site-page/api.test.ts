import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BasinSiteFacts } from '#contract/basin/basin-requests.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { dataProviders } from '#domain/agencies.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { readSitePage, readSiteSeason, readWellRecord } from '#features/site-page/contract.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { shareOther, sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const siteFacts: BasinSiteFacts = {
  rivers: [
    { name: 'Main', sites: ['HEII', 'NEELEY-MINIDOKA'] },
    { name: 'Creek', sites: ['UNKNOWN', 'W-7'], joins: 'NEELEY-MINIDOKA' },
  ],
  capacities: new Map([['W-7', 5000]]),
  otherIds: new Map([
    ['HEII_QD', 'HEII'],
    ['USBR-HEII_QD', 'HEII'],
    ['ENDED', 'UNKNOWN'],
  ]),
};

describeEngines('the page of a site', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      await store.query('delete from daily_value');
      // A river gage with gaps, revisions, faults and a value that is no number; a well that ended; a reach without values.
      await store.query(`insert into daily_value select 1, 1, d::date, 100 + extract(year from d) % 17,
        case when d >= '2024-01-01' then 'P' when extract(day from d) = 7 then '' else 'A' end, null,
        case when extract(doy from d) % 41 = 0 then 'spike' end
      from generate_series('1985-11-03'::timestamp, '2024-02-27', '1 day') d
      where extract(doy from d) % 13 <> 0 and extract(year from d) <> 1999`);
      await store.query(`insert into daily_value values (1, 1, '2024-02-28', 90, 'P', null, null),
      (1, 1, '2024-02-29', 'NaN', 'P', null, null), (1, 1, '2024-03-02', 7, 'P', null, 'spike')`);
      await store.query(`insert into daily_value select 2, 7, d::date, 31.5, 'A', null
      from generate_series('2001-03-04'::timestamp, '2003-03-04', '14 days') d`);
      await store.query('delete from location_parameter');
      for (const [loc_ndx, parameter_ndx] of [
        [1, 1],
        [2, 7],
      ] as const) {
        await store.query('insert into location_parameter values ($1, $2)', [loc_ndx, parameter_ndx]);
        await refreshRecord(store, { loc_ndx, parameter_ndx });
      }
    },
    siteFacts,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const pageOf = (location: string, year?: string, token?: string) =>
    portal.request(
      readSitePage,
      { params: { location }, query: year === undefined ? {} : { year } },
      token === undefined ? {} : { token },
    );

  describe('the request', () => {
    test.each([
      ['an unknown site', '/api/sites/99', 404],
      ['zero', '/api/sites/0', 404],
      ['a negative number', '/api/sites/-1', 400],
      ['a fraction', '/api/sites/1.5', 404],
      ['a number beyond a loc_ndx', '/api/sites/9999999999', 404],
      ['too long an id', `/api/sites/${'1'.repeat(65)}`, 400],
      ['a space', '/api/sites/%20', 400],
      ['a percent sign', '/api/sites/%25', 400],
      ['HTML', '/api/sites/%3Cb%3E', 400],
      ['a season of an unknown site', '/api/sites/99/season', 404],
      ['a season of HTML', '/api/sites/%3Cb%3E/season', 400],
      ['a season of an unknown parameter', '/api/sites/1/season?parameter=99', 404],
      ['a season of a parameter of another site', '/api/sites/1/season?parameter=7', 404],
      ['a season of parameter 0', '/api/sites/1/season?parameter=0', 400],
      ['a season of a parameter in words', '/api/sites/1/season?parameter=Streamflow', 400],
      ['a season of two parameters', '/api/sites/1/season?parameter=1&parameter=7', 400],
      ['a season of a site without records', '/api/sites/3/season', 404],
      ['the whole record of what is no well', '/api/sites/1/well-record?parameter=1', 404],
      ['the whole record of a parameter that the well has not', '/api/sites/2/well-record?parameter=8', 404],
      ['the whole record without a parameter', '/api/sites/2/well-record', 400],
      ['a number beyond the integers', '/api/sites/999999999', 404],
      ['a year in words', '/api/sites/1?year=latest', 400],
      ['a year of two digits', '/api/sites/1?year=24', 400],
      ['a year before all records', '/api/sites/1?year=1799', 400],
      ['a year far ahead', '/api/sites/1?year=2200', 400],
      ['an empty year', '/api/sites/1?year=', 400],
      ['two years', '/api/sites/1?year=2020&year=2021', 400],
      ['a statement', "/api/sites/1'%20or%20'1", 400],
    ])('%s is refused', async (_, url, status) => {
      expect((await portal.send({ url })).statusCode).toBe(status);
    });

    test('a hidden site is not found, in words', async () => {
      await store.query('update location set is_shown = false where loc_ndx = 1');
      const answer = await portal.send('/api/sites/1');
      expect([answer.statusCode, answer.json().detail]).toEqual([404, 'Record not found.']);
      expect((await pageOf('3')).neighbors.upstream.map(({ loc_id }) => loc_id)).toEqual(['W-7']);
      await store.query('update location set is_shown = true where loc_ndx = 1');
      expect((await portal.send('/api/sites/1')).statusCode).toBe(200);
    });
  });

  describe('the address', () => {
    test.each([
      ['the loc_ndx', '1', 1],
      ['the agency’s id', 'HEII', 1],
      ['the id in lower case', 'heii', 1],
      ['the id after its agency', 'USBR-HEII', 1],
      ['another id of its series', 'heii_qd', 1],
      ['another id after its source', 'USBR-heii_qd', 1],
      ['an id with a sign', 'W-7', 2],
      ['an unknown id', 'HEIJ', undefined],
      ['a part of an id', 'HEI', undefined],
      ['an id after another agency', 'NRCS-HEII', undefined],
      ['another id after another source', 'USGS-heii_qd', undefined],
      ['an agency without an id', 'USBR-', undefined],
      ['an id of a site that the portal does not have', 'ENDED', undefined],
    ])('may have %s: %s', async (_, id, expected) => {
      const answer = await portal.send(`/api/sites/${id}`);
      expect([answer.statusCode, answer.json().site?.loc_ndx]).toEqual([expected ? 200 : 404, expected]);
    });

    test('of a hidden site leads nowhere, by any id', async () => {
      await store.query('update location set is_shown = false where loc_ndx = 1');
      for (const id of ['1', 'HEII', 'USBR-HEII', 'HEII_QD']) {
        expect((await portal.send(`/api/sites/${id}`)).statusCode, id).toBe(404);
        expect((await portal.send(`/api/sites/${id}/season`)).statusCode, id).toBe(404);
      }
      await store.query('update location set is_shown = true where loc_ndx = 1');
    });
  });

  test('the whole record of a well has its trend only with enough water years', async () => {
    const query = { parameter: '7' };
    const read = () => portal.request(readWellRecord, { params: { location: 'W-7' }, query });
    const short = await read();
    expect(short).toMatchObject({ parameter_ndx: 7, start: '2001-03-04', trend: null, recent: null });
    expect(short.readings).toBe(53);
    expect(short.days.length).toBe(short.values.length);
  });

  describe('the season', () => {
    const seasonOf = (location: string, query: { parameter?: string } = {}) =>
      portal.request(readSiteSeason, { params: { location }, query });

    test('has the values of two years that pass, and the statistics of each day', async () => {
      const season = await seasonOf('HEII');
      const rows = await store.query<{ day: number; value: number; approval: string }>(
        `select rdate - date '2022-02-27' as day, result_value_daily as value, approval from daily_value
         where loc_ndx = 1 and parameter_ndx = 1 and flag is null and result_value_daily < 3e38
           and rdate between '2022-02-27' and '2024-02-28' order by rdate`,
      );
      const first = rows[0]?.day ?? 0;
      expect(season.start).toBe(formatDay(dayNumber('2022-02-27') + first));
      expect(season.days).toEqual(rows.map(({ day }) => day - first));
      expect(season.values).toEqual(rows.map(({ value }) => value));
      expect(season.approval).toBe(
        rows.map(({ approval }) => (approval.trim() === 'A' ? 'A' : 'P')).join(''),
      );
      expect(season).toMatchObject({
        loc_ndx: 1,
        parameter_ndx: 1,
        units_name: 'cfs',
      });
      const [stored] = await store.query<{ median: number; count: number }>(
        `select median[10] as median, counts[10] as count from statistic_day
         where loc_ndx = 1 and parameter_ndx = 1 and year_kind = 'water' and measure = 'value'`,
      );
      const at = season.normals?.orders.indexOf(10) ?? -1;
      expect(season.normals?.median[at]).toBe(stored?.median);
      expect(season.normals?.counts[at]).toBe(stored?.count);
    });

    test('of the main parameter is that which is named', async () => {
      expect(await seasonOf('1', { parameter: '1' })).toEqual(await seasonOf('1'));
      expect(await seasonOf('2')).toMatchObject({ parameter_ndx: 7, normals: null });
    });

    test('follows a change of the data, and is revalidated by its tag', async () => {
      const url = '/api/sites/2/season';
      const { headers } = await portal.send(url);
      const again = { url, headers: { 'if-none-match': String(headers.etag) } };
      expect((await portal.send(again)).statusCode).toBe(304);
      await store.query(
        `update daily_value set result_value_daily = 32 where loc_ndx = 2 and rdate > '2003-02-17'`,
      );
      await refreshRecord(store, { loc_ndx: 2, parameter_ndx: 7 });
      expect((await portal.send(again)).statusCode).toBe(200);
      await store.query(
        `update daily_value set result_value_daily = 31.5 where loc_ndx = 2 and rdate > '2003-02-17'`,
      );
      await refreshRecord(store, { loc_ndx: 2, parameter_ndx: 7 });
    });
  });

  describe('of a provider that is not open', () => {
    const closed = shareOther(store, { siteFacts, openProviders: ['USGS'] });

    test('withholds the values from visitors, and says so', async () => {
      const [record] = (await closed.request(readSitePage, { params: { location: '1' } })).records;
      expect(record).toMatchObject({
        is_withheld: true,
        latest: null,
        statistics: null,
        por_end: '2024-02-29',
      });
      expect(record?.completeness).not.toBeNull();
      const answer = await closed.send('/api/sites/HEII/season');
      expect([answer.statusCode, answer.json().detail]).toEqual([
        401,
        'The values of Snake River near Heise need an account. Sign in to see them.',
      ]);
    });

    test('withholds those of neighbors, too', async () => {
      const { neighbors } = await closed.request(readSitePage, { params: { location: '3' } });
      expect(
        neighbors.upstream.map(({ loc_id, is_withheld, record }) => [loc_id, is_withheld, record]),
      ).toEqual(expect.arrayContaining([['HEII', true, null]]));
    });

    test('gives them to who has an account', async () => {
      const page = await closed.request(readSitePage, { params: { location: '1' } }, { token: 'User' });
      expect(page.records[0]).toMatchObject({ is_withheld: false, latest: { value: 90 } });
      expect((await closed.send('/api/sites/1/season', 'User')).statusCode).toBe(200);
    });
  });

  test('has the place of the site, and the capacity of the basin file', async () => {
    expect((await pageOf('1')).site).toMatchObject({
      huc8_code: '17040104',
      huc10_code: '1704010401',
      gw_district: null,
      capacity_af: null,
    });
    expect((await pageOf('2')).site).toMatchObject({ huc8_name: null, capacity_af: 5000 });
  });

  test('has the latest values of the map, and the statistics of their day', async () => {
    const [record] = (await pageOf('1')).records;
    const latest = await portal.request(readSiteLatest, { params: { location: '1' } });
    expect(record?.latest).toEqual(latest.records[0]);
    expect(record?.latest).toMatchObject({ rdate: '2024-02-28', value: 90, class: 'lowest on record' });
    expect(record).toMatchObject({
      units_name: 'cfs',
      interval_days: 1,
      source: null,
      days: null,
    });
    const [stored] = await store.query<{ count: number; median: number; p5: number; years: number }>(
      `select counts[152 - 1] as count, median[152 - 1] as median, p5[152 - 1] as p5 from statistic_day
       where loc_ndx = 1 and parameter_ndx = 1 and year_kind = 'water' and measure = 'value'`,
    );
    expect(record?.statistics).toMatchObject({
      period: 'day',
      count: stored?.count,
      median: stored?.median,
      p5: stored?.p5,
    });
  });

  test('of a site without a record has none', async () => {
    const page = await pageOf('3', '2020');
    expect(page.records).toEqual([]);
    expect(page.year).toBe(2020);
  });

  test('of a record without a value that passes has its completeness only', async () => {
    await store.query('insert into location_parameter values (3, 9)');
    await store.query(`insert into daily_value values (3, 9, '2020-05-05', 1, 'A', null, 'range')`);
    await refreshRecord(store, { loc_ndx: 3, parameter_ndx: 9 });
    const [record] = (await pageOf('3', '2020')).records;
    expect(record).toMatchObject({ latest: null, statistics: null, flagged: 1 });
    expect(record?.completeness?.flagged).toEqual([1]);
    expect(record?.days?.replaceAll('-', '')).toBe('F');
    await store.query('delete from daily_value where loc_ndx = 3');
    await store.query('delete from location_parameter where loc_ndx = 3');
    await store.query('update data_version set version = version + 1');
  });

  /** The states of every day of a record, counted one row at a time. */
  async function countNaively(loc_ndx: number, parameter_ndx: number, last: string | undefined) {
    const rows = await store.query<{ day: string; value: string; approval: string; flag: string | null }>(
      `select rdate::text as day, result_value_daily::text as value, approval, flag from daily_value
       where loc_ndx = $1 and parameter_ndx = $2 order by rdate`,
      [loc_ndx, parameter_ndx],
    );
    const stateOf = new Map<number, string>();
    for (const { day, value, approval, flag } of rows) {
      if (flag !== null) stateOf.set(dayNumber(day), 'F');
      else if (value !== 'NaN') stateOf.set(dayNumber(day), approval.trim() === 'A' ? 'A' : 'P');
    }
    const days = [...stateOf.keys()];
    const end = Math.max(...days, last === undefined ? 0 : dayNumber(last) - 1);
    const counts = new Map<number, Record<string, number>>();
    for (let day = Math.min(...days); day <= end; day += 1) {
      const year = counts.get(waterYear(day)) ?? { A: 0, P: 0, F: 0, M: 0 };
      const state = stateOf.get(day) ?? 'M';
      year[state] = (year[state] ?? 0) + 1;
      counts.set(waterYear(day), year);
    }
    return { counts, stateOf, first: Math.min(...days), end };
  }

  test.each([
    ['a gage that is late', '1', 1, true],
    ['a well that has ended', '2', 7, false],
  ])('counts the days of %s like a loop over its rows', async (_, location, parameter, isOpen) => {
    // The gage's last value is less than two years and some days old on the day that this test stands for.
    const today = todayInBasin(new Date());
    const hasEnded = !isOpen || dayNumber(today) - dayNumber('2024-02-28') > 2 * 365 + 5;
    const naive = await countNaively(Number(location), parameter, hasEnded ? undefined : today);
    const [record] = (await pageOf(location)).records;
    const found = record?.completeness;
    expect(found?.first_year).toBe([...naive.counts.keys()][0]);
    for (const [name, letter] of [
      ['approved', 'A'],
      ['provisional', 'P'],
      ['flagged', 'F'],
      ['missing', 'M'],
    ] as const) {
      expect(found?.[name], name).toEqual([...naive.counts.values()].map((year) => year[letter]));
    }
    for (const year of naive.counts.keys()) {
      const [{ days } = { days: null }] = (await pageOf(location, String(year))).records;
      expect(days).toHaveLength(366);
      const first = firstDayOfWaterYear(year);
      const length = firstDayOfWaterYear(year + 1) - first;
      const expected = Array.from({ length }, (_unused, at) => {
        const day = first + at;
        return day < naive.first || day > naive.end ? '-' : (naive.stateOf.get(day) ?? 'M');
      });
      // Every year has a place for February 29.
      if (length === 365) expected.splice(151, 0, '-');
      expect(days, `${year} ${formatDay(first)}`).toBe(expected.join(''));
    }
  });

  test('follows a change of the data', async () => {
    const before = (await pageOf('2')).records[0]?.completeness?.flagged[0];
    await store.query(`update daily_value set flag = 'range' where loc_ndx = 2 and rdate = '2001-03-18'`);
    await refreshRecord(store, { loc_ndx: 2, parameter_ndx: 7 });
    expect((await pageOf('2')).records[0]?.completeness?.flagged[0]).toBe((before ?? 0) + 1);
  });

  test('has the neighbors of the basin file with their latest values', async () => {
    const { neighbors } = await pageOf('3');
    expect(neighbors.river).toBe('Main');
    expect(neighbors.upstream).toEqual([
      {
        loc_ndx: 1,
        loc_id: 'HEII',
        loc_name: 'Snake River near Heise',
        loc_type_name: expect.any(String),
        river: 'Main',
        capacity_af: null,
        is_withheld: false,
        record: (await pageOf('1')).records.map(({ latest }) => ({
          ...latest,
          recent: expect.anything(),
        }))[0],
      },
      expect.objectContaining({ loc_id: 'W-7', river: 'Creek' }),
    ]);
    expect(neighbors.downstream).toEqual([]);
    // A reach between two gages is no place on the river.
    expect((await pageOf('2')).neighbors).toMatchObject({ river: 'Creek', upstream: [], downstream: [] });
  });

  test('of a site on no river has no neighbors', async () => {
    await using plain = openTestApp(store);
    const { neighbors } = await plain.request(readSitePage, { params: { location: '1' } });
    expect(neighbors).toEqual({ river: null, upstream: [], downstream: [] });
  });

  describe('the texts that name the site', () => {
    const id = (at: number) => `00000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`;
    const insert = (table: string, at: number, content: object, { status = 2, enabled = true } = {}) =>
      store.query(
        `insert into ${table} (id, status_id, is_enabled, content, created_at, created_by, updated_at, updated_by)
          values ($1::text::uuid, $2::text::smallint, $3::text::boolean, $4::text::jsonb, now(), 'a', now(), 'a')`,
        [id(at), String(status), String(enabled), JSON.stringify(content)],
      );

    beforeAll(async () => {
      const report = { document_type: 'Report', document_date: '2024-01-01' };
      await insert('public_document', 1, { ...report, title: 'Flows at the SNAKE River  near Heise' });
      await insert('public_document', 2, {
        ...report,
        title: 'Gages',
        summary: 'HEII, and others',
        document_date: '2025-01-01',
      });
      await insert('public_document', 3, { ...report, title: 'HEII-QU and Snake River near Heisenberg' });
      await insert('public_document', 4, { ...report, title: 'A draft about HEII' }, { status: 1 });
      await insert(
        'public_document',
        5,
        { ...report, title: 'A disabled text about HEII' },
        { enabled: false },
      );
      await insert('public_document', 6, { ...report, title: 'Well "7" <east> and 100 %' });
      await insert('announcement', 7, { title: 'HEII is moved', message: 'Until May', severity: 'warning' });
      await insert('announcement', 8, {
        title: 'HEII was moved',
        message: '-',
        severity: 'info',
        ends_at: '2001-01-01T00:00',
      });
      await insert('announcement', 9, {
        title: 'HEII will be moved',
        message: '-',
        severity: 'info',
        starts_at: '2999-01-01T00:00',
      });
    });

    afterAll(async () => {
      await store.query('delete from public_document');
      await store.query('delete from announcement');
    });

    test.each([undefined, 'User', 'Administrator'])('are the published ones, for %s', async (token) => {
      const { documents, announcements } = await pageOf('1', undefined, token);
      expect(documents).toEqual([
        { id: id(2), title: 'Gages', document_type: 'Report', document_date: '2025-01-01' },
        expect.objectContaining({ id: id(1) }),
      ]);
      expect(announcements).toEqual([
        { id: id(7), title: 'HEII is moved', message: 'Until May', severity: 'warning' },
      ]);
    });

    test('may have signs in the name', async () => {
      expect((await pageOf('2')).documents.map((each) => each.id)).toEqual([id(6)]);
    });

    test('appear as soon as they are published', async () => {
      await store.query(`update public_document set status_id = 2 where id = $1::text::uuid`, [id(4)]);
      expect((await pageOf('1')).documents).toHaveLength(3);
    });
  });
});
