import { sql } from 'drizzle-orm/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readDayClasses } from '#contract/daily-data.ts';
import { yearKinds } from '#domain/season/season.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { dayNumber } from '#lib/calendar.ts';
import { readFindings } from '#server/db/findings.ts';
import { readRankedDays, readStatistics, refreshStatistics } from '#server/db/statistic-day.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { accountScope } from '../support/finding.ts';
import { percentileOnLine } from '../support/percentile-oracle.ts';
import { sharePortal } from '../support/shared-store.ts';
import { computeOracle } from '../support/statistics-oracle.ts';

/** Gages, of which one has too few years, snow, storage, precipitation, a canal, sparse wells and a reach. */
const sites = [
  '13055000',
  '13090999',
  '546:ID:SNTL',
  'AMF',
  'JCK',
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
    // A reservoir that is read in the season only, from a day that differs from year to year.
    await store.query(`delete from daily_value d using location l where l.loc_id = 'JCK' and d.loc_ndx = l.loc_ndx
      and extract(doy from rdate) not between 60 + extract(year from rdate)::int % 9 and 300`);
    await store.transaction(async (transaction) => {
      const keys = await transaction.query(
        sql`select loc_ndx, parameter_ndx from location_parameter join location using (loc_ndx) where loc_id = 'JCK'`,
        z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
      );
      await refreshStatistics(transaction, keys);
    });
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

  test('of storage, snow and wells rest on the same years on all days, as their row says', async () => {
    const bases = await store.query<{
      parameter_ndx: number;
      years: number;
      counts: number[];
      bridged: number;
    }>(
      `select s.parameter_ndx, cardinality(s.years) as years,
         array(select distinct n::int from unnest(s.counts) n where n is not null) as counts,
         (select coalesce(sum(n), 0)::int from unnest(s.estimated) n) as bridged
       from statistic_day s where s.measure = 'value' and s.period = 'day' and s.counts is not null
         and s.parameter_ndx in (2, 3, 7, 8)`,
    );
    expect(new Set(bases.map((each) => each.parameter_ndx))).toEqual(new Set([2, 3]));
    for (const { years, counts } of bases) expect(counts).toEqual([years]);
    const lengths = await store.query(
      `select distinct (select count(n)::int from unnest(counts) n) < 366 as is_part from statistic_day
       where parameter_ndx = 3 and measure = 'value' order by 1`,
    );
    expect(lengths).toEqual([{ is_part: false }, { is_part: true }]);
    expect(bases.reduce((sum, { bridged }) => sum + bridged, 0)).toBeGreaterThan(0);
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
      const isRanked = key.year_kind === 'water' && key.measure === 'value';
      const [ranked] = isRanked ? await readRankedDays(store, [key]) : [];
      const stored = new Map(
        statistics.map((each) => {
          const sorted = isRanked ? ranked?.sortedAt?.(each.order) : oracle.get(each.order)?.sorted;
          return [each.order, { ...each, sorted: Array.from(sorted ?? []) }];
        }),
      );
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

  test("give a value the percentile on the line through its date's years, on 300 random days", async () => {
    const mains = keys.filter(({ year_kind, measure }) => year_kind === 'water' && measure === 'value');
    const day = fc.integer({ min: dayNumber('1984-01-01'), max: dayNumber('2026-03-08') });
    const drawn = fc.sample(fc.tuple(fc.constantFrom(...mains), day), { numRuns: 300, seed: 9 });
    const oracles = new Map<Key, Awaited<ReturnType<typeof readOracle>>>();
    const differences: unknown[] = [];
    const kinds = new Map<number, number>();
    for (const [key, on] of drawn) {
      const oracle = oracles.get(key) ?? (await readOracle(store, key));
      oracles.set(key, oracle);
      const [finding] = await readFindings(store, [key], { ...accountScope, on, recentDays: 0 });
      if (!finding?.rdate) continue;
      const { rdate, value, percentile, year_before } = finding;
      const statistic = oracle.get(orderOf(rdate));
      const expected = (each: number) => {
        const isBare = key.parameter_ndx === 2 && each === 0 && statistic?.median === 0;
        return statistic && !isBare
          ? percentileOnLine(each, statistic.sorted, key.parameter_ndx === 7)
          : null;
      };
      const found = [percentile, year_before?.percentile];
      const wanted = [expected(value ?? Number.NaN), year_before ? expected(year_before.value) : undefined];
      if (String(found) !== String(wanted)) differences.push({ key, rdate, value, found, wanted });
      if (percentile !== null) kinds.set(key.parameter_ndx, (kinds.get(key.parameter_ndx) ?? 0) + 1);
    }
    expect(differences).toEqual([]);
    expect(kinds.size).toBeGreaterThan(3);
  });
});

/** The place of a date in the water year, with one for February 29. */
function orderOf(rdate: string): number {
  const text = rdate.slice(5);
  return dayNumber(`${text >= '10' ? 1999 : 2000}-${text}`) - dayNumber('1999-10-01') + 1;
}

describeEngines('the classes of days', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await seedDemo(store, { basin, through: '2026-03-08', valuesOf: new Set(sites) });
    },
  });

  test('equal those by the percentiles of a second implementation, with a gap where there is none', async () => {
    const keys = await store.query<{ loc_ndx: number; parameter_ndx: number }>(
      'select loc_ndx, parameter_ndx from location_parameter where total_samples > 0 order by 1, 2',
    );
    const counts = { classes: 0, gaps: 0 };
    for (const key of keys) {
      const oracle = await readOracle(store, { ...key, year_kind: 'water', measure: 'value' });
      const values = await store.query<{ day: string; value: number; order: number }>(
        `select rdate::text as day, result_value_daily as value,
           rdate - make_date(extract(year from rdate + 92)::int - 1, 10, 1) + 1
             + case when extract(day from make_date(extract(year from rdate + 92)::int, 3, 1) - 1) = 28
                 and extract(month from rdate) between 3 and 9 then 1 else 0 end as "order"
         from daily_value where loc_ndx = $1 and parameter_ndx = $2 and flag is null
           and rdate between '2019-09-15' and '2021-10-15' order by rdate`,
        [key.loc_ndx, key.parameter_ndx],
      );
      const [found] = await portal.request(
        readDayClasses,
        {
          params: {
            parameter: String(key.parameter_ndx),
            locations: String(key.loc_ndx),
            start: '2019-09-15',
            end: '2021-10-15',
          },
          query: {},
        },
        { token: 'User' },
      );
      expect(found?.start).toBe(values[0]?.day);
      for (const { day, value, order } of values) {
        const at = dayNumber(day) - dayNumber(values[0]?.day ?? '');
        const { 10: p10, 25: p25, 75: p75, 90: p90 } = oracle.get(order)?.percentiles ?? {};
        const below = [p10, p25].filter((each) => each != null && value < each).length;
        const above = [p75, p90].filter((each) => each != null && value > each).length;
        const isKnown = [p10, p25, p75, p90].every((each) => each != null);
        const name = key.parameter_ndx === 7 ? 3 + below - above : 3 - below + above;
        expect({ key, day, class: found?.classes[at] }).toEqual({
          key,
          day,
          class: isKnown ? String(name) : '-',
        });
        counts[isKnown ? 'classes' : 'gaps'] += 1;
      }
    }
    expect(counts.classes).toBeGreaterThan(2000);
    expect(counts.gaps).toBeGreaterThan(0);
  });

  test('are refused as daily values are', async () => {
    const path = '/api/timeseries-daily-classes';
    const get = (url: string) => portal.send(url, 'User');
    for (const [url, status] of [
      [`${path}/99999/1/2020-01-01/2020-12-31`, 404],
      [`${path}/1/0/2020-01-01/2020-12-31`, 400],
      [`${path}/1/1/2020-13-01/2020-12-31`, 400],
      [`${path}/1/1/2020-12-31/2020-01-01`, 400],
      [`${path}/1/${Array.from({ length: 51 }, (_, at) => at + 1).join(',')}/2020-01-01/2020-12-31`, 400],
    ] as const) {
      expect({ url, status: (await get(url)).statusCode }).toEqual({ url, status });
    }
    expect((await get(`${path}/1/999999/2020-01-01/2020-12-31`)).json()).toEqual([]);
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
