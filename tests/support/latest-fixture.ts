import type { Store } from '#server/db/store.ts';
import { insertFixture } from './fixture-data.ts';
import { refreshRecord } from './refresh-record.ts';

export const gage = { loc_ndx: 1, parameter_ndx: 1 };
export const well = { loc_ndx: 2, parameter_ndx: 7 };

/**
 * Inserts a gage's daily flows of 1985 to 2024, the last of which is the lowest, and one temperature; and a well's depths
 * of every other month until 2023. The third site has no values.
 */
export async function insertLatestFixture(store: Store): Promise<void> {
  await insertFixture(store);
  await store.query('delete from daily_value');
  await store.query(`insert into daily_value select 1, 1, d::date,
    100 + extract(year from d) % 17, 'A', null
    from generate_series('1985-10-01'::timestamp, '2024-02-27', '1 day') d`);
  await store.query(`insert into daily_value values (1, 1, '2024-02-28', 90, 'P', null),
    (1, 5, '2024-02-20', 31.5, 'A', null)`);
  await store.query(`insert into daily_value select 2, 7, (d + interval '9 days')::date,
    50 + extract(year from d) % 7, 'A', null
    from generate_series('1985-10-01'::timestamp, '2023-12-31', '2 months') d`);
  for (const key of [gage, { ...gage, parameter_ndx: 5 }, well]) await refreshRecord(store, key);
}
