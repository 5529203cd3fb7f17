import { expect, test } from 'vitest';
import { listLatestValues } from '#features/site-summary/contract.ts';
import { readFindings } from '#server/db/findings.ts';
import { describeEngines } from '../../support/engines.ts';
import { accountScope } from '../../support/finding.ts';
import { gage, insertLatestFixture, well } from '../../support/latest-fixture.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { sharePortal } from '../../support/shared-store.ts';

const token = 'User';
type Key = typeof gage;

describeEngines('latest values', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertLatestFixture,
  });

  const latestOf = async ({ loc_ndx, parameter_ndx }: Key) => {
    const all = await portal.request(listLatestValues, {}, { token });
    return all.find((each) => each.loc_ndx === loc_ndx && each.parameter_ndx === parameter_ndx);
  };
  const insert = async (key: Key, day: string, value: string, flag: string | null) => {
    await store.query(
      `insert into daily_value values ($1, $2, $3::text::date, $4::text::float8, 'P', null, $5)`,
      [key.loc_ndx, key.parameter_ndx, day, value, flag],
    );
    await refreshRecord(store, key);
  };

  test.each([
    ['the lowest', gage, '2024-02-29', '1', 'lowest on record'],
    ['much below', gage, '2024-03-01', '100.5', 'much below normal'],
    ['normal', gage, '2024-03-02', '108', 'normal'],
    ['much above', gage, '2024-09-30', '115.5', 'much above normal'],
    ['the highest', gage, '2024-10-01', '900', 'highest on record'],
    ['a well’s shallowest of the month', well, '2024-04-03', '2', 'highest on record'],
    ['a well’s deepest of the month', well, '2024-06-03', '99', 'lowest on record'],
    ['a well’s normal depth', well, '2024-08-03', '53', 'normal'],
  ] as const)('stand where the finding of their record says: %s', async (_, key, rdate, value, expected) => {
    await insert(key, rdate, value, null);
    const [finding] = await readFindings(store, [key], { ...accountScope, recentDays: 0 });
    const { percentile, of, rank } = finding ?? {};
    expect(finding).toMatchObject({ rdate, class: expected });
    const { period, count, first_year, last_year } = of ?? {};
    expect(await latestOf(key)).toEqual({
      ...key,
      rdate,
      value: Number(value),
      class: expected,
      percentile,
      of: { period, count, first_year, last_year },
      rank: expected === 'normal' && period === 'day' ? null : rank,
      normal_years: 30,
      later_normal_years: 15,
    });
  });

  test('leave out what is flagged or not a number, and places that are not shown', async () => {
    const before = await latestOf(gage);
    await insert(gage, '2025-01-01', 'NaN', null);
    await insert(gage, '2025-01-02', '5', 'spike');
    expect(await latestOf(gage)).toEqual(before);
    await store.query('update location set is_shown = false where loc_ndx = 1');
    expect(await latestOf(gage)).toBeUndefined();
    await store.query('update location set is_shown = true where loc_ndx = 1');
  });

  test('have no class without stored statistics, and get it when they are', async () => {
    const before = await latestOf(well);
    const stored = await store.query('delete from statistic_day where loc_ndx = 2 returning loc_ndx');
    expect(stored.length).toBeGreaterThan(0);
    expect(await latestOf(well)).toEqual({
      ...before,
      class: null,
      percentile: null,
      of: null,
      rank: null,
      normal_years: null,
      later_normal_years: null,
    });
    await refreshRecord(store, well);
    expect(await latestOf(well)).toEqual(before);
  });
});
