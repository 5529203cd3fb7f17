import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { statisticOf } from '#domain/statistics/statistics.ts';

const shared = path.resolve(import.meta.dirname, '../../../../shared/data/real');
const compiled = path.join(shared, 'snotel_annual_peak_and_apr1_swe.csv');

/** The SWE of April 1 of each year, by station number, as the USGS compiled it from NRCS data. */
function readAprilFirsts() {
  const [, ...rows] = readFileSync(compiled, 'utf8').trim().split('\n');
  const columns = rows.map((row) => row.split(','));
  const known = columns.filter(([, , , , , , , swe]) => swe !== '' && !Number.isNaN(Number(swe)));
  return Map.groupBy(
    known.map(([, station, year, , , , , swe]) => ({ station, year: Number(year), value: Number(swe) })),
    ({ station }) => station,
  );
}

/** The medians of April 1 that the NRCS publishes for 1991–2020, by station number. */
function readPublishedMedians() {
  const stations: { stationTriplet: string; data: { values: { date: string; median?: number }[] }[] }[] =
    JSON.parse(readFileSync(path.join(shared, 'awdb_wteq_wy2026_23_sites.json'), 'utf8'));
  return stations.flatMap(({ stationTriplet, data }) => {
    const median = data[0]?.values.find(({ date }) => date === '2026-04-01')?.median;
    return median === undefined ? [] : [{ station: stationTriplet.split(':')[0], median }];
  });
}

describe.skipIf(!existsSync(compiled))('medians of April 1', () => {
  test('agree with those that the NRCS publishes, where all 30 years are there', () => {
    const firsts = readAprilFirsts();
    const differences = readPublishedMedians().flatMap(({ station, median }) => {
      const ours = statisticOf(firsts.get(station) ?? []);
      return ours?.count === 30 ? [{ station, difference: Math.abs(ours.median - median) }] : [];
    });
    expect(differences).toHaveLength(17);
    // Values are rounded to 0.1 inch. The compilation has other values than the NRCS has today for two stations.
    const large = differences.filter(({ difference }) => difference > 0.2 + 1e-9);
    expect(large.map(({ station }) => station)).toEqual(['769', '871']);
    const sorted = differences.map(({ difference }) => difference).sort((one, other) => one - other);
    expect(sorted[8]).toBeLessThanOrEqual(0.1 + 1e-9);
    expect(sorted.at(-1)).toBeLessThan(0.6);
  });
});
