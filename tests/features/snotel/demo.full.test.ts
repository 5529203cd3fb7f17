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
