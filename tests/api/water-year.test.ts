import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  listReachLocations,
  readReachGains,
  readReachGainsOfAllYears,
  readStanding,
  readWaterYears,
} from '#contract/season/water-year.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { sharePortal } from '../support/shared-store.ts';
import { requesterAs } from '../support/test-app.ts';

const token = 'User';

describeEngines('water years', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      // A gage whose value is the year plus the day of the month, a reach that gains its month each day.
      await store.query('delete from daily_value where (loc_ndx, parameter_ndx) in ((1, 1), (3, 9))');
      await store.query(`insert into daily_value select 1, 1, d::date,
      extract(year from d) + extract(day from d) / 100.0, case when d >= '2020-09-01' then 'P' else 'A' end, null
      from generate_series('1985-10-01'::timestamp, '2020-09-30', '1 day') d`);
      await store.query(`insert into daily_value select 3, 9, d::date, extract(month from d), 'A', null
      from generate_series('1990-10-01'::timestamp, '2021-03-30', '1 day') d`);
    },
  });
  const ask = requesterAs(portal, token);

  const compare = (series: string, query: { year?: 'water' | 'irrigation'; measure?: 'volume' } = {}) =>
    ask(readWaterYears, { params: { parameter: '1', location: '1', series }, query });
  const get = (url: string) => portal.send(url, token);

  test('the lists', async () => {
    const series = await ask(listAnalysisSeries, {});
    const names = series.map((each) => each.series_desc);
    expect(names.slice(0, 4)).toEqual(['Minimum', 'Median', 'Maximum', names[3]]);
    const years = names.slice(3).map(Number);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
    expect(years).toContain(1981);
    expect((await ask(listReachLocations, {})).map((each) => each.loc_ndx)).toEqual([3]);
    expect((await ask(listAnalysisParameters, {})).length).toBeGreaterThan(2);
    expect((await ask(listAnalysisLocations, {})).length).toBe(3);
  });

  test('years and statistics by the day, each in the order wanted', async () => {
    const rows = await compare('2020,Median,1900');
    expect([...new Set(rows.map((row) => row.series_desc))]).toEqual(['2020', 'Median']);
    expect(rows.slice(0, 1)).toMatchObject([
      { day_desc: 'Oct 01', day_order: 1, parameter_name: 'Streamflow', units_name: 'cfs', approval: 'A' },
    ]);
    expect(rows[0]?.rvalue).toBeCloseTo(2019.01, 2);
    expect(rows.find((row) => row.series_desc === '2020' && row.day_order === 152)?.day_desc).toBe('Feb 29');
    expect(rows.find((row) => row.series_desc === '2020' && row.day_order === 366)?.approval).toBe('P');
    const middle = rows.find((row) => row.series_desc === 'Median' && row.day_order === 153);
    expect(middle?.rvalue).toBeCloseTo((2005.01 + 2006.01) / 2, 1);
    expect(middle?.approval).toBeNull();
  });

  test('a statistic says on how many years it rests', async () => {
    const rows = await compare('Median,P5,P10,P90,P95,2020');
    const onMarchFirst = rows.filter((row) => row.day_order === 153);
    const basis = { estimated_days: 0, count: 30, first_year: 1991, last_year: 2020, period: 'day' };
    expect(onMarchFirst).toMatchObject([
      { series_desc: 'Median', ...basis },
      { series_desc: 'P5', ...basis },
      { series_desc: 'P10', ...basis },
      { series_desc: 'P90', ...basis },
      { series_desc: 'P95', ...basis },
      { series_desc: '2020', count: null, first_year: null, last_year: null, period: null },
    ]);
    const values = onMarchFirst.map((row) => row.rvalue);
    expect(values).toEqual(values.map((value) => Number(value.toPrecision(9))));
    const [median = 0, p5 = 0, p10 = 0, p90 = 0, p95 = 0] = values;
    expect([p5, p10, median, p90, p95]).toEqual(
      [p5, p10, median, p90, p95].toSorted((one, other) => one - other),
    );
  });

  test('an irrigation year begins in November', async () => {
    const rows = await compare('2020', { year: 'irrigation' });
    expect(rows[0]).toMatchObject({ day_desc: 'Nov 01', day_order: 1 });
    expect(rows.at(-1)?.day_desc).toBe('Sep 30');
  });

  test('a volume is the sum of the days so far, only for a discharge', async () => {
    const rows = await compare('2019', { measure: 'volume' });
    expect(rows[1]).toMatchObject({ units_name: 'AF', parameter_name: 'Cumulative Streamflow' });
    expect(rows[1]?.rvalue).toBeCloseTo((2018.01 + 2018.02) * 1.983471, 1);
    expect((await get('/api/wy-analysis-comparison/7/2/2020?measure=volume')).statusCode).toBe(400);
  });

  test('where the latest value stands', async () => {
    const standing = await ask(readStanding, { params: { parameter: '1', location: '1' }, query: {} });
    expect(standing).toMatchObject({
      normal_years: 30,
      later_normal_years: 15,
      latest: {
        rdate: '2020-09-30',
        rank: 1,
        low_rank: 35,
        years: 35,
        approval: 'P',
        class: 'highest on record',
        count: 30,
        first_year: 1991,
        last_year: 2020,
      },
    });
    expect(standing.latest?.percent_of_median).toBeCloseTo((100 * 2020.3) / 2005.8, 0);
    const nothing = await ask(readStanding, { params: { parameter: '9', location: '2' }, query: {} });
    expect(nothing).toMatchObject({ latest: null, normal_years: 0 });
  });

  describe('a value that fails a quality rule', () => {
    const seriesParams = { parameter: '1', location: '1' };
    const standing = () => ask(readStanding, { params: seriesParams, query: {} });

    beforeAll(async () => {
      await store.query(`update daily_value set flag = 'spike', result_value_daily = result_value_daily * 1000
        where (loc_ndx, parameter_ndx) = (1, 1) and rdate in ('2018-10-03', '2020-09-30')`);
      await refreshRecord(store, { loc_ndx: 1, parameter_ndx: 1 });
    });
    afterAll(async () => {
      await store.query(`update daily_value set flag = null, result_value_daily = result_value_daily / 1000
        where (loc_ndx, parameter_ndx) = (1, 1) and rdate in ('2018-10-03', '2020-09-30')`);
      await refreshRecord(store, { loc_ndx: 1, parameter_ndx: 1 });
    });

    test('is in no line and no statistic, and is counted', async () => {
      const rows = await compare('2019,2020');
      const days = (year: string) =>
        rows.filter((row) => row.series_desc === year).map((row) => row.day_order);
      expect(days('2019').slice(0, 3)).toEqual([1, 2, 4]);
      expect(days('2020').at(-1)).toBe(365);
      expect(Math.max(...rows.map((row) => row.rvalue))).toBeLessThan(2021);
      const maximum = (await compare('Maximum')).find((row) => row.day_order === 3);
      expect(maximum?.rvalue).toBeCloseTo(2019.03, 1);
      expect(await standing()).toMatchObject({ flagged: 2, latest: { rdate: '2020-09-29', rank: 1 } });
    });

    test('is bridged in a volume, and counted', async () => {
      const rows = await compare('2019', { measure: 'volume' });
      expect(rows.slice(0, 4).map((row) => row.estimated_days)).toEqual([0, 0, 1, 1]);
      expect(rows[2]?.rvalue).toBeCloseTo((2018.01 + 2018.02 + 2018.03) * 1.983471, 0);
      expect(rows.slice(0, 3).map((row) => row.approval)).toEqual(['A', 'A', 'P']);
    });
  });

  test('a value has the agency’s qualifier; a statistic and a volume have none', async () => {
    await store.query(`update daily_value set qualifier = 'Ice'
      where (loc_ndx, parameter_ndx, rdate) = (1, 1, '2018-10-02')`);
    const rows = await compare('2019,Median');
    expect(rows.slice(0, 3).map((row) => row.qualifier)).toEqual([null, 'Ice', null]);
    expect(rows.find((row) => row.series_desc === 'Median')?.qualifier).toBeNull();
    const volumes = await compare('2019', { measure: 'volume' });
    expect(volumes.every((row) => row.qualifier === null)).toBe(true);
  });

  test('reach gains are sums of days; statistics are over complete months', async () => {
    const rows = await ask(readReachGains, { params: { location: '3', series: '2021,Median' }, query: {} });
    expect(rows.filter((row) => row.year_num === '2021')).toMatchObject([
      { month_abbrev: 'Oct', reach_gain_cfs: 310, complete: true },
      { month_abbrev: 'Nov', reach_gain_cfs: 330 },
      { month_abbrev: 'Dec', reach_gain_cfs: 372 },
      { month_abbrev: 'Jan', reach_gain_cfs: 31 },
      { month_abbrev: 'Feb', reach_gain_cfs: 56, complete: true },
      { month_abbrev: 'Mar', reach_gain_cfs: 90, complete: false },
    ]);
    expect(rows.filter((row) => row.year_num === 'Median').map((row) => row.reach_gain_cfs)).toEqual([
      310, 330, 372, 31, 56, 93, 120, 155, 180, 217, 248, 270,
    ]);
    const all = await ask(readReachGainsOfAllYears, {
      params: { location: '3' },
      query: { year: 'irrigation' },
    });
    expect([...new Set(all.map((row) => row.year_num))].slice(0, 5)).toEqual([
      'Median',
      'Minimum',
      'Maximum',
      '2021',
      '2020',
    ]);
    expect(all.find((row) => row.year_num === '2020')?.month_abbrev).toBe('Nov');
  });

  describe('refused', () => {
    const many = Array.from({ length: 51 }, (_, at) => 1950 + at).join(',');
    test.each([
      ['an unknown series', '/api/wy-analysis-comparison/1/1/Average', 400],
      ['the percentile 50, which is the median', '/api/wy-analysis-comparison/1/1/P50', 400],
      ['51 series', `/api/wy-analysis-comparison/1/1/${many}`, 400],
      ['a parameter there is not', '/api/wy-analysis-comparison/99/1/2020', 404],
      ['a location there is not', '/api/wy-analysis-comparison/1/999/2020', 404],
      ['another kind of year', '/api/wy-analysis-comparison/1/1/2020?year=calendar', 400],
      ['a reach there is not', '/api/reach-gains-report/999', 404],
      ['a reach by name', '/api/reach-gains-report/Heise/2020', 400],
    ])('%s', async (_, url, status) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    });
  });
});
