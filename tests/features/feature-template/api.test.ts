import { expect, test } from 'vitest';
import { listFeatureTemplate } from '#features/feature-template/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

describeEngines('the change in a week', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      await store.query(
        `insert into location_parameter values (2, 1, '2020-09-01', '2020-09-30', 30, 1, 30)`,
      );
      await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily) values
        (1, 1, '2020-09-22', 90), (1, 1, '2020-09-23', 100), (1, 1, '2020-09-30', 120), (2, 1, '2020-09-30', 7)`);
    },
  });
  const list = (parameter: string) =>
    requesterAs(portal, 'User')(listFeatureTemplate, { params: { parameter } });

  test('has the latest value and the one of exactly 7 days before', async () => {
    const units_name = 'cfs';
    expect(await list('1')).toEqual([
      {
        ...{ loc_ndx: 1, loc_name: 'Snake River near Heise', units_name },
        ...{ day: '2020-09-30', value: 120, value_before: 100 },
      },
      {
        ...{ loc_ndx: 2, loc_name: 'Well "7" <east>', units_name },
        ...{ day: '2020-09-30', value: 7, value_before: null },
      },
    ]);
    expect(await list('2')).toEqual([]);
  });

  test('leaves out values that fail a quality rule, and sites that are not shown', async () => {
    await store.query(`update daily_value set flag = 'low' where loc_ndx = 1 and rdate = '2020-09-30'`);
    await store.query('update location set is_shown = false where loc_ndx = 2');
    expect(await list('1')).toMatchObject([
      { loc_ndx: 1, day: '2020-09-23', value: 100, value_before: null },
    ]);
  });

  test('refuses a parameter that is no number', async () => {
    expect((await portal.send('/api/feature-template/flow', 'User')).statusCode).toBe(400);
  });
});
