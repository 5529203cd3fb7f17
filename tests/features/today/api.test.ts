import { describe, expect, test } from 'vitest';
import { dataProviders } from '#domain/agencies.ts';
import { type Brief, Brief as BriefSchema, readBrief } from '#features/today/contract.ts';
import { dayNumber } from '#lib/calendar.ts';
import {
  briefRequest,
  canalLevel,
  insertBriefFixture,
  locationOf,
  raiseVersion,
  whileChanged,
  withoutValues,
} from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const on = '2021-05-14';

describeEngines('the brief', (open) => {
  const { store, portal } = sharePortal(open, {
    // Evening of July 4 in the basin, and July 5 in UTC.
    now: '2022-07-05T03:00:00Z',
    insert: insertBriefFixture,
    brief: briefRequest,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const read = async (day: string): Promise<Brief> =>
    BriefSchema.parse(await portal.request(readBrief, { query: { on: day } }));

  const readWithout = (where: string, day: string) => withoutValues(store, where, () => read(day));

  test('sums the storage, and compares it with other days and years', async () => {
    const { storage, ...brief } = await read(on);
    expect(brief).toMatchObject({ on, newest: on, first: '1990-10-01' });
    // Of a year y, the three hold 6000 + 30 (y − 2000) + 6 × the days since January 1.
    expect(storage?.total).toEqual({
      rdate: on,
      value: 7428,
      changes: [
        { days: 1, change: 6 },
        { days: 7, change: 42 },
        { days: 30, change: 180 },
      ],
      class: 'highest on record',
      percentile: 97,
      of: expect.objectContaining({
        median: 6963,
        count: 30,
        first_year: 1991,
        last_year: 2020,
        percent: 106.678156,
      }),
      rank: { rank: 1, low_rank: 31, years: 31 },
      year_before: { rdate: '2020-05-14', value: 7404, percentile: 97 },
      provisional: 0.333333333,
    });
    expect(storage).toMatchObject({ label: 'Storage', capacity: 12_000, newest: on, missing: [] });
    expect(storage?.members[1]).toMatchObject({
      loc_ndx: locationOf('R2'),
      loc_id: 'R2',
      loc_name: 'Site R2',
      parameter_ndx: 3,
      parameter_name: 'Reservoir Storage',
      units_name: 'AF',
      delivered_by: 'USBR HydroMet',
      rdate: on,
      value: 2476,
      approval: 'A',
      interval_days: 1,
      capacity: 4000,
      year_before: { rdate: '2020-05-14', value: 2468 },
      of: { median: 2321, count: 30 },
      rank: { rank: 1, low_rank: 31, years: 31 },
    });
  });

  test('compares February 29 with February 28 of the year before and with leap years', {
    tags: ['full'],
  }, async () => {
    const { storage, reaches } = await read('2020-02-29');
    expect(storage?.total).toMatchObject({
      value: 6954,
      year_before: { rdate: '2019-02-28', value: 6918 },
      of: { median: 6516, count: 30 },
      rank: { rank: 1, low_rank: 8, years: 8 },
      provisional: 0,
    });
    expect(storage?.members[0]).toMatchObject({ value: 1259, year_before: { value: 1248 } });
    expect(reaches[0]).toMatchObject({
      rdate: '2020-02-29',
      mean_7: 80,
      rank: { rank: 2, low_rank: 2, years: 3 },
      year_before: { rdate: '2019-02-28', value: 40 },
    });
  });

  describe.each(['R1', 'R2', 'R3'])('while %s is silent', (silent) => {
    const since = (days: number) =>
      `loc_ndx = ${locationOf(silent)} and rdate between date '${on}' - ${days - 1} and date '${on}'`;

    test('the total is that of the last complete day, and the site is named', async () => {
      const { storage } = await readWithout(since(3), on);
      expect(storage).toMatchObject({ newest: on, missing: [`Site ${silent}`] });
      expect(storage?.total).toMatchObject({
        rdate: '2021-05-11',
        value: 7410,
        year_before: { rdate: '2020-05-11', value: 7386 },
        provisional: 0,
      });
      expect(storage?.members.find(({ loc_id }) => loc_id === silent)?.rdate).toBe('2021-05-11');
    });

    test('the total is withheld after 30 days', { tags: ['full'] }, async () => {
      expect((await readWithout(since(30), on)).storage?.total).toMatchObject({ rdate: '2021-04-14' });
      const { storage, doubts } = await readWithout(since(31), on);
      expect(storage).toMatchObject({ total: null, newest: on, missing: [`Site ${silent}`] });
      expect(doubts).toContainEqual(
        expect.objectContaining({ loc_id: silent, rdate: '2021-04-13', days: 31, is_late: true }),
      );
    });

    test('a change from a day without it is unknown', { tags: ['full'] }, async () => {
      const { storage } = await readWithout(`loc_ndx = ${locationOf(silent)} and rdate = '2021-05-07'`, on);
      expect(storage?.total?.changes).toEqual([
        { days: 1, change: 6 },
        { days: 7, change: null },
        { days: 30, change: 180 },
      ]);
      const lastYear = await readWithout(`loc_ndx = ${locationOf(silent)} and rdate = '2020-05-14'`, on);
      expect(lastYear.storage?.total).toMatchObject({
        year_before: null,
        rank: { years: 30, low_rank: 30, rank: 1 },
      });
    });

    test('the total is withheld where the portal does not show it', async () => {
      await store.query(`update location set is_shown = false where loc_id = '${silent}'`);
      const { storage } = await read(on);
      await store.query(`update location set is_shown = true where loc_id = '${silent}'`);
      expect(storage).toMatchObject({ total: null, missing: [`${silent} of the file`] });
      expect(storage?.members).toHaveLength(2);
    });
  });

  test('gives the snow of a group as a ratio of sums', async () => {
    const group = {
      label: 'Upper',
      is_withheld: false,
      count: 2,
      sites: 3,
      delivered_by: ['USBR HydroMet'],
      missing: ['Site S3'],
    };
    expect((await read('2021-04-01')).snow).toEqual([
      {
        ...group,
        rdate: '2021-04-01',
        value: 38,
        median: 30.25,
        median_peak: 30.25,
        percent_of_median: 125.619835,
        percent_of_peak: 125.619835,
        provisional: 0.5,
        // Of a year y, the two hold 30 + (y − 2005) ÷ 2.
        class: 'highest on record',
        percentile: 97,
        of: expect.objectContaining({ count: 30, median: 30.25, p25: 26.375, p75: 34.125, percent: null }),
        rank: { rank: 1, low_rank: 31, years: 31 },
        year_before: { rdate: '2020-04-01', value: 37.5, percentile: 97 },
      },
    ]);
    const without = await readWithout(`loc_ndx = ${locationOf('S1')} and rdate = '2021-04-01'`, '2021-04-01');
    expect(without.snow[0]).toMatchObject({
      rdate: '2021-04-01',
      value: 10,
      median: 10,
      percent_of_median: 100,
      count: 1,
      provisional: 1,
      missing: ['Site S1', 'Site S3'],
    });
  });

  test('gives no snow older than a week', { tags: ['full'] }, async () => {
    const sites = `parameter_ndx = 2 and rdate between date '2021-04-01'`;
    const old = await readWithout(`${sites} - 6 and date '2021-04-01'`, '2021-04-01');
    expect(old.snow[0]).toMatchObject({ rdate: '2021-03-25', count: 2 });
    const older = await readWithout(`${sites} - 7 and date '2021-04-01'`, '2021-04-01');
    expect(older.snow[0]).toMatchObject({ rdate: null, value: null, percent_of_median: null, count: 0 });
    expect(older.snow[0]?.missing).toEqual(['Site S1', 'Site S2', 'Site S3']);
  });

  test('compares gages with the same day, and leaves out sites that are not in the portal', async () => {
    const { rivers, springs } = await read(on);
    expect(rivers).toHaveLength(1);
    expect(rivers[0]?.actual).toMatchObject({
      loc_id: 'G1',
      rdate: on,
      value: 130,
      previous: { rdate: '2021-05-13', value: 121 },
      week_before: 121,
      class: 'highest on record',
      percentile: 97,
      of: { median: 105.5, percent: 123.222749, count: 30 },
      rank: { rank: 1, low_rank: 31, years: 31 },
    });
    expect(rivers[0]?.actual.recent).toEqual({
      start: '2021-04-16',
      days: Array.from({ length: 29 }, (_, at) => at),
      values: [...new Array(28).fill(121), 130],
    });
    expect(springs[0]).toMatchObject({ class: 'normal', week_before: 50, of: { median: 50 } });
    // May 10 is flagged.
    expect(springs[0]?.recent.days).not.toContain(24);
  });

  test('classifies a past day among the years up to it', { tags: ['full'] }, async () => {
    expect((await read('2010-05-14')).rivers[0]?.actual).toMatchObject({
      value: 110,
      class: 'highest on record',
    });
    const shorter = await readWithout(`loc_ndx = ${locationOf('G1')} and rdate < '2010-01-01'`, '2011-05-14');
    expect(shorter.rivers[0]?.actual).toMatchObject({ value: 111, class: 'highest on record' });
  });

  test('has values, but no median and class, of a record without statistics', async () => {
    expect((await read(on)).rivers[0]?.natural).toMatchObject({
      loc_id: 'G1-QU',
      value: 200,
      week_before: 200,
      class: null,
      percentile: null,
      of: null,
      rank: { years: 1 },
    });
  });

  test('has no statistics while none are stored', { tags: ['full'] }, async () => {
    const rows = await store.query<object>('select to_json(s) as row from statistic_day s');
    await store.query('delete from statistic_day');
    await raiseVersion(store);
    const { storage, snow, rivers, moved, reaches } = await read(on);
    expect(storage?.total).toMatchObject({ value: 7428, class: 'highest on record', of: { median: 6963 } });
    expect(storage?.members[0]).toMatchObject({ value: 1343, of: null });
    expect(snow[0]).toMatchObject({ rdate: on, value: null, count: 0, missing: ['Site S3'] });
    expect(rivers[0]?.actual).toMatchObject({ value: 130, class: null, of: null });
    expect(reaches[0]).toMatchObject({ mean_7: 60, rank: { years: 3 } });
    expect(moved).toEqual([]);
    await store.query(
      `insert into statistic_day select r.* from json_array_elements($1::text::json) j, json_populate_record(null::statistic_day, j -> 'row') r`,
      [JSON.stringify(rows)],
    );
    await raiseVersion(store);
    expect((await read(on)).moved).toHaveLength(2);
  });

  test('compares a depth to water with the reading nearest to a year before', {
    tags: ['full'],
  }, async () => {
    const { wells } = await read(on);
    expect(wells).toEqual([
      expect.objectContaining({
        parameter_ndx: 7,
        rdate: on,
        value: 33.5,
        year_before: { rdate: '2020-05-10', value: 30, percentile: null },
      }),
    ]);
    const without = await readWithout(`loc_ndx = 41 and rdate = '2020-05-10'`, on);
    expect(without.wells[0]?.year_before).toMatchObject({ rdate: '2020-05-20', value: 31 });
    expect((await read('2020-05-12')).wells[0]).toMatchObject({ value: 30, year_before: null });
    expect((await read('2020-05-09')).wells[0]).toMatchObject({
      rdate: null,
      value: null,
      year_before: null,
    });
  });

  test('compares the week of a reach with earlier years that have all of its days', async () => {
    // 100, 40, 80 and 60 in the years from 2018; 2020 has a day without a value.
    const expected = {
      mean_7: 60,
      class: null,
      of: null,
      rank: { rank: 2, low_rank: 2, years: 3 },
      year_before: null,
    };
    expect((await read(on)).reaches[0]).toMatchObject({ rdate: on, value: 60, approval: 'A', ...expected });
    const silent = await readWithout(`loc_ndx = ${locationOf('REACH')} and rdate = '${on}'`, on);
    expect(silent.reaches[0]).toMatchObject({ rdate: '2021-05-13', value: 60, ...expected });
    const gap = await readWithout(`loc_ndx = ${locationOf('REACH')} and rdate = '2021-05-12'`, on);
    expect(gap.reaches[0]).toMatchObject({ rdate: '2021-05-11', mean_7: 60 });
    expect((await read('2018-01-06')).reaches[0]).toMatchObject({ rdate: null, mean_7: null, rank: null });
    expect((await read('2018-01-07')).reaches[0]).toMatchObject({
      rdate: '2018-01-07',
      rank: { years: 1 },
      year_before: null,
    });
  });

  test('ranks changes of a week by their usual spread', async () => {
    const before = canalLevel(dayNumber('2021-05-07'));
    const usual = { parameter_name: 'Diversion', rdate: on, usual: 0, spread: 20, count: 450 };
    // Neither what is not shown, nor what had no value a week before, nor what never changes.
    expect((await read(on)).moved).toEqual([
      expect.objectContaining({ ...usual, loc_id: 'C2', value: before - 60, change: -60, z: -3 }),
      expect.objectContaining({ ...usual, loc_id: 'C1', value: before + 50, change: 50, z: 2.5 }),
    ]);
  });

  test('counts the years with a smaller change over the same seven days, rises with rises', async () => {
    const { moved } = await read(on);
    expect(moved.map(({ smaller_years, years }) => [smaller_years, years])).toEqual([
      [30, 30],
      [30, 30],
    ]);
    const rise = `loc_ndx = ${locationOf('C1')} and rdate = '2015-05-14'`;
    const add = (change: string) =>
      `update daily_value set result_value_daily = result_value_daily ${change} where ${rise}`;
    const [, other] = (await whileChanged(store, [add('+ 90'), add('- 90')], () => read(on))).moved;
    expect(other).toMatchObject({ loc_id: 'C1', smaller_years: 29, years: 30 });
  });

  test('compares the changes of all records on one day', { tags: ['full'] }, async () => {
    const flows = 'parameter_ndx in (1, 3, 6)';
    const { moved } = await readWithout(
      `${flows} and rdate between '2021-05-15' and '2021-05-18'`,
      '2021-05-18',
    );
    expect(moved.map(({ rdate, z }) => [rdate, z])).toEqual([
      [on, -3],
      [on, 2.5],
    ]);
    const one = await readWithout(
      `${flows} and rdate between '2021-05-15' and '2021-05-18' and not (loc_ndx = ${locationOf('G1')} and rdate = '2021-05-18')`,
      '2021-05-18',
    );
    expect(one.moved).toEqual([]);
    const old = await readWithout(`${flows} and rdate between '2021-05-15' and '2021-06-14'`, '2021-06-14');
    expect(old.moved).toEqual([]);
  });

  test('names what is late or flagged, and counts late sites', async () => {
    const { doubts, late_sites } = await read(on);
    expect(doubts.map(({ loc_id, days, is_late, flagged }) => [loc_id, days, is_late, flagged])).toEqual([
      ['S3', null, true, 0],
      ['SPRING', 0, false, 1],
    ]);
    expect(late_sites).toBe(1);
    // The natural flow and the well begin later.
    const before = await read('2020-01-01');
    expect(before.doubts.map(({ loc_id }) => loc_id)).toEqual(['S3']);
    expect(before.late_sites).toBe(0);
  });

  test('is that of today by default, in the basin’s zone', async () => {
    const today = await portal.request(readBrief, {});
    expect(today).toMatchObject({ on: '2022-07-04', newest: '2022-06-30' });
    expect(today.storage?.total?.rdate).toBe('2022-06-30');
    expect(today.rivers[0]?.actual).toMatchObject({ rdate: '2022-06-30', value: 122 });
  });

  test.each([
    ['a day that does not exist', '2021-02-29'],
    ['a text', 'yesterday'],
    ['nothing', ''],
    ['another form of a day', '05/14/2021'],
    ['a day without zeros', '2021-5-14'],
    ['a time', '2021-05-14T12:00:00Z'],
    ['the day after today', '2022-07-05'],
    ['a day of another millennium', '3021-05-14'],
    ['the day before the first value', '1990-09-30'],
  ])('refuses %s with the first and the last possible day', async (_, day) => {
    const answer = await portal.send(`/api/brief?on=${encodeURIComponent(day)}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toBe(
      'The brief needs a day from 1990-10-01 to 2022-07-04, written YYYY-MM-DD.',
    );
  });

  test('refuses two days', async () => {
    expect((await portal.send(`/api/brief?on=${on}&on=${on}`)).statusCode).toBe(400);
  });

  test('answers for the first and the last possible day', async () => {
    expect((await read('1990-10-01')).storage?.total).toMatchObject({
      rank: { years: 1, rank: 1, low_rank: 1 },
    });
    expect((await read('2022-07-04')).on).toBe('2022-07-04');
  });

  test('is computed again after a change', async () => {
    await read(on);
    const changed = await readWithout(`loc_ndx = ${locationOf('R1')} and rdate = '${on}'`, on);
    expect(changed.storage?.total?.rdate).toBe('2021-05-13');
    expect((await read(on)).storage?.total?.rdate).toBe(on);
  });

  test('is empty for a basin file without one', { tags: ['full'] }, async () => {
    await using plain = openTestApp(store);
    const { newest, late_sites, storage, ...lists } = await plain.request(readBrief, { query: { on } });
    expect({ newest, late_sites, storage }).toEqual({ newest: on, late_sites: 1, storage: null });
    for (const list of Object.values(lists).filter(Array.isArray)) expect(list).toEqual([]);
  });

  test('has nothing to say before the first import', { tags: ['full'] }, async () => {
    await using empty = await open();
    await using app = openTestApp(empty, {
      brief: briefRequest,
      openProviders: dataProviders.map(({ name }) => name),
    });
    expect(await app.request(readBrief, {})).toMatchObject({
      newest: null,
      first: null,
      storage: {
        newest: null,
        total: null,
        members: [],
        missing: ['R1 of the file', 'R2 of the file', 'R3 of the file'],
      },
      rivers: [],
      moved: [],
    });
    const answer = await app.send('/api/brief?on=2022-07-05');
    expect(answer.json().detail).toBe('The brief needs a day up to 2022-07-04, written YYYY-MM-DD.');
  });
});
