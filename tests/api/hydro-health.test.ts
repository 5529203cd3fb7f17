import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHealthYears, listHucHealth, listSiteHealth } from '#contract/hydro-health.ts';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { openTestApp, roleVerifier, type TestApp } from '../support/test-app.ts';

const token = 'User';

describeEngines('snowpack', (open) => {
  let store: Store;
  let portal: TestApp;

  beforeAll(async () => {
    store = await open();
    await insertFixture(store);
    await store.query(`
      insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, latitude_dd,
        longitude_dd) overriding system value values
      (11, 'A', 'Alder', 7, 6, 1, 43.5, -111), (12, 'B', 'Birch', 7, 6, 1, 43.6, -111)`);
    await store.query(`insert into location_parameter values
      (11, 2, '1990-10-01', '2026-09-30', 1, 36, 1), (12, 2, '2015-10-01', '2026-09-30', 1, 11, 1)`);
    // Alder peaks on 29 February or 1 March at (year − 1980) inches, Birch always at 20 and only of late.
    await store.query(`insert into daily_value select l, 2, d::date, greatest(0, case when l = 11
        then extract(year from d + interval '3 months') - 1980 else 20 end
        - abs(d::date - (extract(year from d + interval '3 months')::text || '-03-01')::date + 1) * 0.25), 'A', null
      from generate_series('1990-10-01'::timestamp, '2026-09-30', '1 day') d, unnest(array[11, 12]) l
      where l = 11 or d >= '2015-10-01'`);
    await store.query(
      `delete from daily_value where loc_ndx = 11 and rdate between '2010-12-01' and '2011-06-01'`,
    );
    portal = openTestApp(store, { verifier: roleVerifier });
  });

  afterAll(async () => {
    await portal?.close();
    await store?.close();
  });

  test('peaks, medians and percentages of sites', async () => {
    const sites = await portal.request(listSiteHealth, {}, { token });
    const of = (name: string, year: number) =>
      sites.find((site) => site.loc_name === name && site.water_year === year);
    // Without 2011 the median of 11, 12, … 40 less 31 is 25.
    expect(of('Alder', 2026)).toMatchObject({
      indicator: 46,
      median_indicator: 25,
      hydro_health_pct: 184,
      to_date: false,
    });
    expect(of('Alder', 2011)).toBeUndefined();
    expect(of('Birch', 2020)).toMatchObject({
      indicator: 20,
      median_indicator: null,
      hydro_health_pct: null,
    });
    expect(
      (await portal.request(listHealthYears, {}, { token })).map((row) => row.water_year).slice(0, 2),
    ).toEqual([1991, 1992]);
  });

  test('a value that fails a quality rule is no peak, and is counted', async () => {
    const peakOf2024 = async () =>
      (await portal.request(listSiteHealth, {}, { token })).find(
        (site) => site.loc_name === 'Alder' && site.water_year === 2024,
      );
    expect(await peakOf2024()).toMatchObject({ indicator: 44, flagged: 0 });
    const glitch = async (value: string, flag: string) => {
      await store.query(
        `update daily_value set result_value_daily = ${value}, flag = ${flag}
         where loc_ndx = 11 and rdate = '2024-01-15'`,
      );
      // As an importer does; cached responses notice the change.
      await store.query('update location_parameter set total_samples = total_samples where loc_ndx = 11');
    };
    await glitch('500', "'rate'");
    expect(await peakOf2024()).toMatchObject({ indicator: 44, flagged: 1 });
    await glitch('1', 'null');
  });

  test('a HUC8 is the ratio of sums of sites that have both, and new values are in it at once', async () => {
    const read = async () =>
      (await portal.request(listHucHealth, {}, { token })).find((row) => row.water_year === 2026);
    expect(await read()).toMatchObject({
      huc8_ndx: 1,
      indicator: 46,
      median_indicator: 25,
      hydro_health_pct: 184,
    });
    await store.transaction(async (tx) => {
      await tx.query(
        `update daily_value set result_value_daily = 50 where loc_ndx = 11 and rdate = '2026-03-20'`,
      );
      await tx.query('update location_parameter set total_samples = total_samples where loc_ndx = 11');
    });
    expect(await read()).toMatchObject({ indicator: 50, hydro_health_pct: 200 });
  });
});
