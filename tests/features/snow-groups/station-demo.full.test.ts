import { expect, test } from 'vitest';
import type { Requester } from '#contract/request.ts';
import { listSiteHealth } from '#features/snotel/contract.ts';
import { loadStation } from '#features/snow-groups/screen/station.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { basin } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';

const token = 'User';
/** Among them two whose records are short. */
const sample = ['314', '577', '764', '837', '506', '944', '1082', '419', '1299'];
const stations = new Set(sample.map((id) => `${id}:${id === '1299' ? 'ID' : 'WY'}:SNTL`));

describeEngines('a station of the demo data', (open) => {
  const { portal } = sharePortal(open, {
    now: '2024-03-01T18:00:00Z',
    insert: (store) => seedDemo(store, { basin, through: '2024-02-29', valuesOf: stations }),
  });

  test('the curve of a site has the peaks and the percentages of the table, and its medians', async () => {
    const rows = await portal.request(listSiteHealth, {}, { token });
    const sites = Map.groupBy(rows, ({ loc_ndx }) => loc_ndx);
    const request: Requester = (endpoint, input, options) =>
      portal.request(endpoint, input, { ...options, token });
    const noSignal = new AbortController().signal;
    let medianCount = 0;
    for (const [id, years] of sites) {
      const station = await loadStation(request, id, { today: '2024-03-01', currentYear: 2024 }, noSignal);
      expect(
        station?.peaks.years.map(({ year, peak, percent }) => [year, peak, percent?.toFixed(4)]),
      ).toEqual(years.map((each) => [each.water_year, each.indicator, each.hydro_health_pct?.toFixed(4)]));
      expect(station?.peaks.medianPeak?.monthDay ?? null).toBe(years[0]?.median_peak_day);
      expect(station?.normals.length === 0).toBe(years[0]?.median_indicator === null);
      if (station?.meltOut) medianCount += 1;
      expect(station?.meltOut?.order ?? 240).toBeGreaterThan(150);
    }
    expect(medianCount).toBe(sample.length - 2);
  });
});
