import { beforeAll, describe, expect, test } from 'vitest';
import { listHealthYears, listHucHealth, listSiteHealth } from '#features/snotel/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const token = 'User';

describeEngines('snowpack', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2026-11-22T18:00:00Z',
    insert: async (store) => {
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
    },
  });
  const ask = requesterAs(portal, token);

  test('peaks, medians and percentages of sites', async () => {
    const sites = await ask(listSiteHealth, {});
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
    expect((await ask(listHealthYears, {})).map((row) => row.water_year).slice(0, 2)).toEqual([1991, 1992]);
  });

  test('a value that fails a quality rule is no peak, and is counted', async () => {
    const peakOf2024 = async () =>
      (await ask(listSiteHealth, {})).find((site) => site.loc_name === 'Alder' && site.water_year === 2024);
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
    const read = async () => (await ask(listHucHealth, {})).find((row) => row.water_year === 2026);
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

  describe('to date', () => {
    const ids = { cedar: 21, dogwood: 22, elm: 23 };
    const siteOf = async (id: number, year: number) =>
      (await ask(listSiteHealth, {})).find((site) => site.loc_ndx === id && site.water_year === year);
    const hucOf = async (year: number) =>
      (await ask(listHucHealth, {})).find((huc) => huc.huc8_ndx === 2 && huc.water_year === year);
    const change = async (statement: string) => {
      await store.query(statement);
      await store.query('update location_parameter set total_samples = total_samples where loc_ndx > 20');
    };

    beforeAll(async () => {
      await store.query(`
        insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, latitude_dd,
          longitude_dd) overriding system value values
        (21, 'C', 'Cedar', 7, 6, 2, 43.5, -111), (22, 'D', 'Dogwood', 7, 6, 2, 43.6, -111),
        (23, 'E', 'Elm', 7, 6, 2, 43.7, -111)`);
      await store.query(`insert into location_parameter values
        (21, 2, '1990-10-01', '2026-11-20', 1, 37, 1), (22, 2, '1990-10-01', '2026-11-15', 1, 37, 1),
        (23, 2, '2010-10-01', '2026-11-20', 1, 17, 1)`);
      // Cedar gains 0.1 in a day of November in even years and 0.3 in odd ones, Dogwood half as much, Elm is new.
      await store.query(`insert into daily_value
        select l, 2, d::date, round((case when extract(month from d) = 11
            then extract(day from d) * (case when extract(year from d)::int % 2 = 0 then 0.1 else 0.3 end)
            when extract(month from d) = 10 then 0 else 10 end) / (case when l = 22 then 2 else 1 end), 2), 'A', null
        from generate_series('1990-10-01'::timestamp, '2026-11-20', '1 day') d, unnest(array[21, 22, 23]) l
        where (l <> 22 or d <= '2026-11-15') and (l <> 23 or d >= '2010-10-01')`);
    });

    test('a running year is compared on the day of its last value, a past year on the same day', async () => {
      // On November 20, fifteen years of 1991–2020 have 2.0 in and fifteen have 6.0 in.
      expect(await siteOf(ids.cedar, 2027)).toMatchObject({
        to_date: true,
        as_of: '2026-11-20',
        indicator_to_date: 2,
        median_to_date: 4,
        pct_to_date: 50,
        count_to_date: 30,
        first_year_to_date: 1991,
        last_year_to_date: 2020,
        count: 30,
        first_year: 1991,
        last_year: 2020,
        median_peak_day: '12-01',
      });
      expect(await siteOf(ids.cedar, 2024)).toMatchObject({
        as_of: '2023-11-20',
        indicator_to_date: 6,
        pct_to_date: 150,
      });
      expect(await siteOf(ids.dogwood, 2027)).toMatchObject({
        as_of: '2026-11-15',
        indicator_to_date: 0.75,
        median_to_date: 1.5,
        pct_to_date: 50,
      });
      expect(await siteOf(ids.dogwood, 2024)).toMatchObject({ as_of: '2023-11-15', indicator_to_date: 2.25 });
    });

    test('a site without ten years has inches and no median; a site without a running year is compared too', {
      tags: ['full'],
    }, async () => {
      expect(await siteOf(ids.elm, 2027)).toMatchObject({
        indicator_to_date: 2,
        median_to_date: null,
        pct_to_date: null,
        count_to_date: null,
        count: null,
        median_peak_day: null,
      });
      // The last value of Birch is of September 30, 2026, so it is compared on the last day of the others.
      expect((await siteOf(12, 2026))?.as_of).toBe('2025-11-20');
    });

    test('a HUC8 sums the sites that have both, and says how many', async () => {
      expect(await hucOf(2027)).toMatchObject({
        as_of: '2026-11-20',
        indicator_to_date: 2.75,
        median_to_date: 5.5,
        pct_to_date: 50,
        site_count_to_date: 2,
        few_sites_to_date: false,
        site_count: 2,
        few_sites: false,
        count: 30,
        first_year: 1991,
        last_year_to_date: 2020,
      });
    });

    test('a flagged value is none; without it a site with less than a third of the weight is marked', {
      tags: ['full'],
    }, async () => {
      await change(`update daily_value set flag = 'spike' where loc_ndx = 21 and rdate = '2026-11-20'`);
      expect(await siteOf(ids.cedar, 2027)).toMatchObject({ as_of: '2026-11-19', indicator_to_date: 1.9 });
      await change(`update daily_value set flag = null where loc_ndx = 21`);
      await change(`delete from daily_value where loc_ndx = 21 and rdate > '2026-09-30'`);
      expect(await siteOf(ids.cedar, 2027)).toBeUndefined();
      expect(await hucOf(2027)).toMatchObject({
        as_of: '2026-11-15',
        site_count_to_date: 1,
        few_sites_to_date: true,
        pct_to_date: 50,
      });
    });

    test('the percentage is withheld below an inch of median, and inches are given', async () => {
      await change(`delete from daily_value where loc_ndx > 20 and rdate > '2026-11-02'`);
      expect(await siteOf(ids.dogwood, 2027)).toMatchObject({
        as_of: '2026-11-02',
        indicator_to_date: 0.1,
        median_to_date: 0.2,
        pct_to_date: null,
      });
      const rows = [...(await ask(listSiteHealth, {})), ...(await ask(listHucHealth, {}))].filter(
        ({ water_year, as_of }) => water_year === 2027 && as_of !== null,
      );
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.filter(({ pct_to_date }) => pct_to_date !== null)).toEqual([]);
    });
  });

  test('every number is free of float noise, and every percentage follows from its inches', async () => {
    const rows = [...(await ask(listSiteHealth, {})), ...(await ask(listHucHealth, {}))];
    for (const row of rows) {
      const numbers = [row.indicator, row.median_indicator, row.indicator_to_date, row.median_to_date];
      expect(numbers.filter((each) => String(each).length > 10)).toEqual([]);
      if (row.hydro_health_pct !== null)
        expect(row.hydro_health_pct).toBeCloseTo((100 * row.indicator) / (row.median_indicator ?? 0), 5);
      if (row.pct_to_date !== null)
        expect(row.pct_to_date).toBeCloseTo(
          (100 * (row.indicator_to_date ?? 0)) / (row.median_to_date ?? 0),
          5,
        );
    }
  });
});
