import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yearKinds } from '#domain/season.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { readStatistics } from '#server/db/statistic-day.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { computeOracle } from '../support/statistics-oracle.ts';

/** Gages, of which one has too few years, snow, storage, precipitation, a canal, sparse wells and a reach. */
const sites = [
  '13055000',
  '13090999',
  '546:ID:SNTL',
  'AMF',
  'ABEI',
  '13087500',
  '434915112443901',
  '432019112563201',
  'RG-NEEL-MINI',
];
const draws = 200;

type Key = {
  loc_ndx: number;
  parameter_ndx: number;
  year_kind: 'water' | 'irrigation';
  measure: 'value' | 'volume';
};

describeEngines('stored statistics', (open) => {
  let store: Store;
  let keys: Key[];

  beforeAll(async () => {
    store = await open();
    await seedDemo(store, { basin, through: '2026-03-08', valuesOf: new Set(sites) });
    keys = await store.query<Key>(
      'select loc_ndx, parameter_ndx, year_kind, measure from statistic_day order by 1, 2, 3, 4',
    );
  });
  afterAll(() => store?.close());

  test('every record has both kinds of years, and volumes only if it is in cfs', async () => {
    const [counts] = await store.query(
      `select count(*)::int as records, count(*) filter (where units_name = 'cfs')::int as discharges
       from location_parameter join parameter using (parameter_ndx)`,
    );
    const { records, discharges } = counts as { records: number; discharges: number };
    expect(records).toBeGreaterThanOrEqual(sites.length);
    expect(keys).toHaveLength(yearKinds.length * (records + discharges));
  });

  test('equal a second implementation in SQL, bit by bit, with what they rest on', async () => {
    const drawn = fc.sample(fc.tuple(fc.constantFrom(...keys), fc.integer({ min: 1, max: 366 })), {
      numRuns: draws,
      seed: 18,
    });
    let withStatistic = 0;
    for (const [key, days] of Map.groupBy(drawn, ([key]) => key)) {
      const oracle = await readOracle(store, key);
      const { statistics } = await readStatistics(store, key, key.year_kind, key.measure);
      const stored = new Map(statistics.map((each) => [each.order, each]));
      // The drawn days by name, then all other days, so that the pooled February 29 is always among them.
      for (const [, order] of days) {
        expect({ key, order, statistic: stored.get(order) }).toEqual({
          key,
          order,
          statistic: oracle.get(order),
        });
        if (stored.has(order)) withStatistic += 1;
      }
      expect(stored).toEqual(oracle);
    }
    expect(withStatistic).toBeGreaterThan(draws / 2);
  });
});

/** The oracle's statistics by the order of the day, in the shape of the portal's. */
async function readOracle(store: Store, key: Key) {
  const rows = await computeOracle(store, {
    location: key.loc_ndx,
    parameter: key.parameter_ndx,
    kind: key.year_kind,
    measure: key.measure,
  });
  return new Map(
    rows.map(({ order, first_year, last_year, p5, p10, p25, p75, p90, p95, ...rest }) => {
      const percentiles = Object.entries({ 5: p5, 10: p10, 25: p25, 75: p75, 90: p90, 95: p95 });
      return [
        order,
        {
          ...rest,
          order,
          firstYear: first_year,
          lastYear: last_year,
          percentiles: Object.fromEntries(percentiles.filter(([, value]) => value !== null)),
        },
      ];
    }),
  );
}
