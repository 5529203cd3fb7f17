import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readWaterYears } from '#contract/season/water-year.ts';
import { median } from '#domain/statistics/statistics.ts';
import type { IngestReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import { basin } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';

const real = path.resolve(import.meta.dirname, '../../../../shared/data/real');
const discharge = path.join(real, 'usbr_daily_heii_heni_isli_1980_2020.csv');
const reservoirs = path.join(real, 'usbr_daily_reservoir_af_1980_2020.csv');

/** Expected figures were computed from the agency's data outside this code. */
describe.skipIf(!existsSync(discharge))('Discharge near Heise', () => {
  const { store, portal } = sharePortal(openEmbeddedStore, {
    insert: (store) => ingest(store, 'usbr', { basin, file: discharge }),
  });

  const heise = `FROM daily_value JOIN location USING (loc_ndx) WHERE loc_id = '13037500'`;

  test('has the known driest, wettest and median annual volumes of water years 1991 to 2020', async () => {
    const volumes = await store.query<{ year: number; maf: number }>(
      `SELECT (extract(year FROM rdate + interval '3 months'))::int AS year,
         sum(result_value_daily::float8) * 1.983471 / 1e6 AS maf
       ${heise} AND rdate BETWEEN '1990-10-01' AND '2020-09-30' GROUP BY 1 ORDER BY 2`,
    );
    expect(volumes).toHaveLength(30);
    const [driest, wettest] = [volumes[0], volumes.at(-1)];
    expect([driest?.year, driest?.maf.toFixed(3)]).toEqual([2002, '3.583']);
    expect([wettest?.year, wettest?.maf.toFixed(3)]).toEqual([1997, '8.387']);
    const median = ((volumes[14]?.maf ?? 0) + (volumes[15]?.maf ?? 0)) / 2;
    expect(median.toFixed(3)).toBe('4.690');
  });

  test('has its highest day on 1997-06-14', async () => {
    const [largest] = await store.query(
      `SELECT rdate::text AS day, result_value_daily AS cfs ${heise} ORDER BY 2 DESC LIMIT 1`,
    );
    expect(largest).toEqual({ day: '1997-06-14', cfs: 42_900 });
  });

  test('has the same daily medians and annual volumes in the API', async () => {
    const [place] = await store.query<{ loc_ndx: number }>(
      `SELECT loc_ndx FROM location WHERE loc_id = '13037500'`,
    );
    const params = { parameter: '1', location: String(place?.loc_ndx) };
    const read = (series: string, measure: 'value' | 'volume') =>
      portal.request(
        readWaterYears,
        { params: { ...params, series }, query: { measure } },
        { token: 'User' },
      );
    const medians = await read('Median', 'value');
    const onDay = (name: string) => medians.find((row) => row.day_desc === name)?.rvalue;
    expect([onDay('Jan 01'), onDay('Jun 01')]).toEqual([1540, 13_400]);
    const years = Array.from({ length: 30 }, (_, at) => String(1991 + at));
    const volumes = await read(years.join(','), 'volume');
    const last = years.map((year) => volumes.findLast((row) => row.series_desc === year)?.rvalue ?? 0);
    expect((last[2002 - 1991] ?? 0) / 1e6).toBeCloseTo(3.583, 3);
    expect((last[1997 - 1991] ?? 0) / 1e6).toBeCloseTo(8.387, 3);
    expect(median(last) / 1e6).toBeCloseTo(4.69, 3);
    const statistics = (await read('Minimum,Median,Maximum', 'volume')).filter(
      (row) => row.day_order === 366,
    );
    expect(
      statistics.map(({ rvalue, count, first_year, last_year }) => [
        (rvalue / 1e6).toFixed(3),
        count,
        first_year,
        last_year,
      ]),
    ).toEqual([
      ['3.583', 30, 1991, 2020],
      ['4.690', 30, 1991, 2020],
      ['8.387', 30, 1991, 2020],
    ]);
  });

  test('statistics of 40 years answer within 100 ms', async () => {
    const [place] = await store.query<{ loc_ndx: number }>(
      `SELECT loc_ndx FROM location WHERE loc_id = '13037500'`,
    );
    const url = `/api/wy-analysis-comparison/1/${place?.loc_ndx}/Minimum,Median,Maximum,2020`;
    const times: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const began = performance.now();
      const answer = await portal.send(url, 'User');
      times.push(performance.now() - began);
      expect(answer.statusCode).toBe(200);
    }
    expect(Math.min(...times)).toBeLessThan(100);
  });

  test('stores unregulated discharge, which may be negative, at a separate location', async () => {
    const [lowest] = await store.query<{ cfs: number; name: string }>(
      `SELECT min(result_value_daily) AS cfs, min(loc_name) AS name
       FROM daily_value JOIN location USING (loc_ndx) WHERE loc_id = 'HENI-QU'`,
    );
    expect(lowest?.cfs).toBeCloseTo(-1487.94, 2);
    expect(lowest?.name).toBe('Henrys Fork near Lake (Unregulated)');
  });

  test('is unchanged by a second run', async () => {
    const again = await ingest(store, 'usbr', { basin, file: discharge });
    expect([again.rows_written, again.rows_unchanged]).toEqual([0, 58_560]);
  });
});

describe.skipIf(!existsSync(reservoirs))('Reservoir storage', () => {
  let report: IngestReport;
  const { store } = sharePortal(openEmbeddedStore, {
    insert: async (store) => {
      report = await ingest(store, 'usbr', { basin, file: reservoirs });
    },
  });

  test('is stored with flags on values that fail a rule, and the report lists them', () => {
    const found = report.series.flatMap(({ name, flagged }) =>
      flagged.map(
        ({ reason, count, examples }) => `${name}: ${count} × ${reason}, first ${examples[0]?.date}`,
      ),
    );
    expect(found).toEqual([
      'rir_af: 1 × Flagged: a jump that is undone within days, first 1982-02-14',
      'min_af: 31 × Flagged: outside what is possible here, first 1995-10-29',
      'hen_af: 4 × Flagged: a jump that is undone within days, first 1990-02-19',
    ]);
    // Lake Walcott held more than its capacity says: that counts, and is said.
    expect(report.series.find(({ name }) => name === 'min_af')?.notes).toEqual([
      expect.stringMatching(
        /^\d+ values are above the capacity in the basin file, 95200 AF, and count: the highest is 102853\.26 on \d{4}-\d\d-\d\d\.$/,
      ),
    ]);
    expect(report.rows_rejected).toBe(0);
    expect(report.rows_written).toBe(report.rows_read);
  });

  test('has no unflagged value outside its limits', async () => {
    const rows = await store.query<{ loc_id: string; low: number; high: number }>(
      `SELECT loc_id, min(result_value_daily) AS low, max(result_value_daily) AS high
       FROM daily_value JOIN location USING (loc_ndx) WHERE flag IS NULL GROUP BY 1`,
    );
    const capacities: Record<string, number> = {
      JCK: 847_000,
      PAL: 1_200_000,
      RIR: 80_541,
      GRS: 15_182,
      ISL: 135_205,
      AMF: 1_672_590,
      MIN: 95_200,
      HEN: 90_000,
    };
    expect(rows).toHaveLength(8);
    for (const { loc_id, low, high } of rows) {
      expect(low, loc_id).toBeGreaterThanOrEqual(0);
      expect(high, loc_id).toBeLessThanOrEqual((capacities[loc_id] ?? 0) * 1.2);
    }
  });
});
