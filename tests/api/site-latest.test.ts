import { expect, test } from 'vitest';
import { listConditions } from '#contract/public-map.ts';
import { readStanding } from '#contract/season/water-year.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { dataProviders } from '#domain/agencies.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { describeEngines } from '../support/engines.ts';
import { gage, insertLatestFixture } from '../support/latest-fixture.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { sharePortal } from '../support/shared-store.ts';

describeEngines('the latest values of a site', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertLatestFixture,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const latestOf = (location: string) => portal.request(readSiteLatest, { params: { location } });

  test('are those of the standing, with the value of the day before', async () => {
    const { loc_ndx, records } = await latestOf('1');
    const params = { parameter: '1', location: '1' };
    const { latest } = await portal.request(readStanding, { params, query: {} }, { token: 'User' });
    expect(loc_ndx).toBe(1);
    expect(records.map(({ parameter_name }) => parameter_name)).toEqual(['Streamflow', 'Air Temperature']);
    expect(records[0]).toMatchObject({
      units_name: 'cfs',
      rdate: '2024-02-28',
      value: 90,
      approval: 'P',
      previous: { rdate: '2024-02-27', value: 101 },
      class: 'lowest on record',
      percentile: latest?.percentile,
      of: { period: 'day', percent: latest?.percent_of_median, median: latest?.median, count: latest?.count },
      rank: { rank: latest?.rank, low_rank: latest?.low_rank, years: latest?.years },
      year_before: { rdate: '2023-02-28' },
      interval_days: 1,
    });
    expect(latest?.percent_of_median).toBeGreaterThan(50);
  });

  test('are the conditions of all sites, by their main records', async () => {
    const conditions = await portal.request(listConditions, {});
    const today = todayInBasin(new Date());
    expect(conditions.length).toBeGreaterThan(0);
    for (const { loc_ndx, parameter_ndx, ...condition } of conditions) {
      const { records } = await latestOf(String(loc_ndx));
      const record = records.find((each) => each.parameter_ndx === parameter_ndx);
      const text = record && describeFinding(record, { today });
      expect(condition).toMatchObject({
        is_withheld: false,
        value: text?.value,
        standing: text?.standing,
        class: text?.class ? record?.class : null,
        percentile: text?.bar?.percentile ?? null,
        record: text?.bar?.record ?? null,
        year_before: text?.bar?.yearBefore ?? null,
        is_late: text?.bar?.isLate ?? false,
      });
    }
  });

  test('have no percentage of a temperature, and no earlier value where there is none', async () => {
    expect((await latestOf('1')).records[1]).toMatchObject({
      value: 31.5,
      previous: null,
      class: null,
      of: null,
      recent: { start: '2023-02-20', days: [365], values: [31.5] },
    });
  });

  test('show the last year by few points, up to the latest value', async () => {
    const [flow] = (await latestOf('1')).records;
    const { start, days, values } = flow?.recent ?? { start: '', days: [], values: [] };
    expect(start).toBe('2023-02-28');
    expect(days.at(-1)).toBe(365);
    expect(values.at(-1)).toBe(90);
    expect(days.length).toBeLessThanOrEqual(100);
    expect(new Set(values)).toEqual(new Set([100, 101, 90]));
  });

  test('may be empty', async () => {
    expect(await latestOf('3')).toEqual({ loc_ndx: 3, records: [] });
  });

  test.each([
    ['an unknown site', '99', 404],
    ['a name', 'HEII', 400],
    ['zero', '0', 400],
    ['too long a number', '9999999999', 400],
  ])('refuse %s', async (_, location, status) => {
    expect((await portal.send({ url: `/api/public-map/latest/${location}` })).statusCode).toBe(status);
  });

  test('refuse a site that is not shown', async () => {
    await store.query('update location set is_shown = false where loc_ndx = 1');
    expect((await portal.send({ url: '/api/public-map/latest/1' })).statusCode).toBe(404);
    await store.query('update location set is_shown = true where loc_ndx = 1');
    expect((await portal.send({ url: '/api/public-map/latest/1' })).statusCode).toBe(200);
  });

  test('follow a change of the data', async () => {
    await store.query(`insert into daily_value values (1, 1, '2024-02-29', 95, 'P', null)`);
    await refreshRecord(store, gage);
    expect((await latestOf('1')).records[0]).toMatchObject({ value: 95, previous: { value: 90 } });
  });
});
