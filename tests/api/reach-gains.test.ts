import { describe, expect, test } from 'vitest';
import {
  type ReachGainRecord,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
} from '#contract/season/water-year.ts';
import { describeEngines } from '../support/engines.ts';
import { insertReachFixture } from '../support/fixture-data.ts';
import { sharePortal } from '../support/shared-store.ts';
import { requesterAs } from '../support/test-app.ts';

const token = 'User';
const totals = ['May - Sept Total', 'Annual Total'];

describeEngines('reach gains', (open) => {
  const { store, portal } = sharePortal(open, { insert: insertReachFixture });
  const ask = requesterAs(portal, token);

  type Query = { year?: 'water' | 'irrigation'; totals?: 'true' | 'false' };
  const all = (query: Query = { totals: 'true' }) =>
    ask(readReachGainsOfAllYears, { params: { location: '3' }, query });
  const some = (series: string, query: Query = { totals: 'true' }) =>
    ask(readReachGains, { params: { location: '3', series }, query });
  const toDate = (year?: 'irrigation') =>
    ask(readReachGainsToDate, { params: { location: '3' }, query: year === undefined ? {} : { year } });
  const find = (rows: readonly ReachGainRecord[], year: string, month: string) =>
    rows.find((row) => row.year_num === year && row.month_abbrev === month);

  /** The values, and those on the straight lines over gaps of up to seven days. */
  const bridgedSql = `with own as (
      select rdate, result_value_daily::float8 as v, lag(rdate) over days as before,
        lag(result_value_daily::float8) over days as v_before
      from daily_value where (loc_ndx, parameter_ndx) = (3, 9) and flag is null window days as (order by rdate))
    select rdate, v from own
    union all
    select before + step, v_before + (v - v_before) * step / (rdate - before) from own, generate_series(1, 7) step
    where rdate - before between 2 and 8 and before + step < rdate`;

  test('have rows of totals only if asked for', async () => {
    const months = new Set((await all({})).map((row) => row.month_abbrev));
    expect(months.size).toBe(12);
    expect(await all({ totals: 'false' })).toEqual(await all({}));
    const rows = await some('2020,Median');
    expect(rows.filter((row) => row.year_num === 'Median').map((row) => row.month_abbrev)).toEqual([
      ...['Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'],
      ...totals,
    ]);
    expect(rows.filter((row) => !totals.includes(row.month_abbrev))).toEqual(await some('2020,Median', {}));
  });

  test('say what a statistic rests on, in each month', async () => {
    const rows = await some('Median,2012,P5');
    expect(find(rows, 'Median', 'Apr')).toMatchObject({
      count: 30,
      first_year: 1991,
      last_year: 2020,
      provisional: 0,
    });
    // Of the missing days, those of 1999 are too many to bridge.
    expect(find(rows, 'Median', 'Jun')).toMatchObject({ count: 29 });
    expect(find(rows, '2012', 'Jun')).toMatchObject({
      days_missing: 0,
      days_estimated: 1,
      complete: true,
      approval: 'A',
      count: null,
      first_year: null,
      last_year: null,
      provisional: null,
    });
    expect(find(await all(), '2026', 'Annual Total')?.approval).toBe('P');
    expect(find(rows, 'Median', 'Apr')?.approval).toBeNull();
    expect(find(rows, 'P5', 'Annual Total')?.count).toBe(find(rows, 'Median', 'Annual Total')?.count);
  });

  test('are numbers without the noise of binary fractions', async () => {
    const text = JSON.stringify(await all());
    expect(text.match(/-?\d+\.\d{3,}/g)).toBeNull();
  });

  test('have statistics of approved sums only, if the portal is set so', { tags: ['full'] }, async () => {
    const april2020 = `update daily_value set approval = $1 where (loc_ndx, parameter_ndx, rdate) = (3, 9, '2020-04-03')`;
    const medians = async () =>
      ['Apr', 'Annual Total'].map(async (month) => find(await some('Median'), 'Median', month)?.count);
    const before = await Promise.all(await medians());
    await store.query(april2020.replace('$1', `'P'`));
    expect(find(await some('Median'), 'Median', 'Apr')).toMatchObject({ count: 30, provisional: 1 });
    await store.query('update statistic_setting set approved_only = true');
    const after = await Promise.all(await medians());
    await store.query('update statistic_setting set approved_only = false');
    await store.query(april2020.replace('$1', `'A'`));
    expect(after).toEqual(before.map((count) => (count ?? Number.NaN) - 1));
  });

  describe('to date', () => {
    test('compare the season and the year with the same dates of other years', async () => {
      const [season, annual, month, ...others] = await toDate();
      expect(others).toEqual([]);
      expect(month).toMatchObject({ month_abbrev: 'Aug to Date', from: '2026-08-01', through: '2026-08-14' });
      expect(season).toMatchObject({ year_num: '2026', from: '2026-05-01', through: '2026-08-14' });
      expect(annual).toMatchObject({ year_num: '2026', from: '2025-10-01', through: '2026-08-14' });
      const rows = (await store.query(`select extract(year from rdate)::int as year,
          sum(v)::float8 as sum, count(*)::int as days
        from (${bridgedSql}) b where to_char(rdate, 'MM-DD') between '05-01' and '08-14' group by 1`)) as {
        year: number;
        sum: number;
        days: number;
      }[];
      const complete = rows.filter(({ days }) => days === 106);
      const latest = rows.find(({ year }) => year === 2026)?.sum ?? NaN;
      expect(season?.years).toBe(complete.length);
      expect(season?.years).toBe(41 - 1);
      expect(season?.rank).toBe(1 + complete.filter(({ sum }) => sum > latest).length);
      const [median] = season?.gains ?? [];
      expect(median).toMatchObject({ year_num: 'Median', month_abbrev: 'May - Sept to Date', count: 29 });
      expect(season?.percent_of_median).toBeCloseTo((100 * latest) / (median?.reach_gain_cfs ?? NaN), 4);
      expect(find(season?.gains ?? [], '1995', 'May - Sept to Date')).toMatchObject({
        days_missing: 0,
        days_estimated: 1,
      });
    });

    test('of an irrigation year begin in November', { tags: ['full'] }, async () => {
      expect((await toDate('irrigation')).map(({ from, through }) => [from, through])).toEqual([
        ['2026-05-01', '2026-08-14'],
        ['2025-11-01', '2026-08-14'],
        ['2026-08-01', '2026-08-14'],
      ]);
    });

    test.each([
      [7, { rank: 8, years: 39 }, { days_missing: 0, days_estimated: 7 }],
      [8, { rank: null, percent_of_median: null, years: 38 }, { days_missing: 8, days_estimated: 0 }],
    ])('with %i missing days are ranked if these are bridged', async (length, annual, sum) => {
      const flagged = `update daily_value set flag = $1 where (loc_ndx, parameter_ndx) = (3, 9)
        and rdate between '2026-03-03' and date '2026-03-02' + ${length}`;
      await store.query(flagged.replace('$1', "'spike'"));
      const [season, found] = await toDate();
      await store.query(flagged.replace('$1', 'null'));
      expect(found).toMatchObject(annual);
      expect(find(found?.gains ?? [], '2026', 'Annual to Date')).toMatchObject(sum);
      expect(season?.rank).not.toBeNull();
    });

    test('are absent for a reach without values', async () => {
      const params = { location: '2' };
      expect(await ask(readReachGainsToDate, { params, query: {} })).toEqual([]);
    });
  });

  test.each([
    ['totals that are neither true nor false', '/api/reach-gains-report/3?totals=yes', 400],
    ['a reach there is not', '/api/reach-gains-to-date/999', 404],
    ['a reach by name', '/api/reach-gains-to-date/Heise', 400],
    ['another kind of year', '/api/reach-gains-to-date/3?year=calendar', 400],
  ])('refuse %s', async (_, url, status) => {
    const answer = await portal.send(url, token);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});
