import { expect, test, vi } from 'vitest';
import { listHucHealth, listSiteHealth } from '#features/snotel/contract.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { basin } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';

const token = 'User';
/** Among them a late site, two whose records are short, and one that is in a HUC8 with another. */
const sample = ['314', '577', '764', '837', '506', '944', '1082', '419', '1299'];
const wyoming = new Set(sample.map((id) => `${id}:${id === '1299' ? 'ID' : 'WY'}:SNTL`));

describeEngines('snowpack of the demo data', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2024-03-01T18:00:00Z',
    insert: (store) => seedDemo(store, { basin, through: '2024-02-29', valuesOf: wyoming }),
  });
  const setToday = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T18:00:00Z`), toFake: ['Date'] });
  const readSites = () => portal.request(listSiteHealth, {}, { token });
  const readHucs = () => portal.request(listHucHealth, {}, { token });

  test('the median for the date is that of a second implementation in SQL, with its years', async () => {
    const oracle = await store.query<{ loc_ndx: number; month_day: string; median: number; count: number }>(`
      with own as (
        select loc_ndx, rdate, result_value_daily::text::float8 as value from daily_value
        where parameter_ndx = 2 and flag is null
      ), bridged as (
        -- A gap of up to seven days has the values of a straight line.
        select loc_ndx, rdate, value from own
        union all
        select loc_ndx, rdate + step, value + (next - value) * step / (day - rdate)
        from (select *, lead(rdate) over w as day, lead(value) over w as next from own
          window w as (partition by loc_ndx order by rdate)) n, generate_series(1, 7) step
        where day - rdate between 2 and 8 and rdate + step < day
      ), dated as (
        select loc_ndx, rdate, to_char(rdate, 'MM-DD') as month_day, value,
          extract(year from rdate + interval '3 months')::int as y
        from bridged
      ), v as (
        -- All days rest on the years that have all days.
        select d.* from dated d join (select loc_ndx, y from dated group by 1, 2
          having count(*) = make_date(y, 10, 1) - make_date(y - 1, 10, 1)) whole using (loc_ndx, y)
      ), pooled as (
        select loc_ndx, month_day, value, y from v
        where month_day <> '02-29'
        union all
        select loc_ndx, '02-29', value, y from v where month_day in ('02-28', '02-29', '03-01')
      )
      select loc_ndx, month_day, percentile_cont(0.5) within group (order by value) as median,
        count(distinct y)::int as count
      from pooled where y between 1991 and 2020 group by 1, 2`);
    const expected = new Map(oracle.map((row) => [`${row.loc_ndx} ${row.month_day}`, row]));
    const sites = await readSites();
    expect(new Set(sites.map(({ loc_ndx }) => loc_ndx)).size).toBe(sample.length);
    const days = new Set(sites.map(({ as_of }) => as_of?.slice(5)));
    expect([...days].toSorted()).toEqual(['02-10', '02-28', '02-29']);
    for (const site of sites) {
      const found = expected.get(`${site.loc_ndx} ${site.as_of?.slice(5)}`);
      if (site.count_to_date === null) continue;
      expect(site.median_to_date).toBeCloseTo(Number(found?.median), 6);
      expect(site.count_to_date).toBe(found?.count);
    }
    const withMedian = new Set(
      sites.filter((site) => site.count_to_date !== null).map((site) => site.loc_name),
    );
    expect(withMedian.size).toBe(sample.length - 2);
  });

  test('a HUC8 is between its sites, and sums exactly those that have both', async () => {
    const sites = await readSites();
    const hucs = await readHucs();
    expect(hucs.some(({ site_count }) => site_count > 1)).toBe(true);
    for (const huc of hucs) {
      const own = sites.filter(
        (site) =>
          site.huc8_name === huc.huc8_name &&
          site.water_year === huc.water_year &&
          site.indicator_to_date !== null &&
          site.median_to_date !== null,
      );
      expect(huc.site_count_to_date).toBe(own.length);
      const ratios = own.map((site) => (100 * (site.indicator_to_date ?? 0)) / (site.median_to_date ?? 0));
      if (huc.pct_to_date === null) continue;
      expect(huc.pct_to_date).toBeGreaterThanOrEqual(Math.min(...ratios) - 1e-5);
      expect(huc.pct_to_date).toBeLessThanOrEqual(Math.max(...ratios) + 1e-5);
    }
  });

  test('in early fall no site and no HUC8 has a percentage for the date, in no year', async () => {
    await store.query(`delete from daily_value where parameter_ndx = 2 and rdate > '2023-10-08'`);
    await store.query('update location_parameter set total_samples = total_samples where parameter_ndx = 2');
    setToday('2023-10-09');
    const rows = [...(await readSites()), ...(await readHucs())];
    expect(
      rows.some(({ water_year, indicator_to_date }) => water_year === 2024 && indicator_to_date !== null),
    ).toBe(true);
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.filter(({ pct_to_date }) => pct_to_date !== null)).toEqual([]);
  });
});
