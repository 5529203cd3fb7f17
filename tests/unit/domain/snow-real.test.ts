import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { statisticOf } from '#domain/statistics.ts';
import { dayNumber, dayParts } from '#lib/calendar.ts';

const folder = path.resolve(import.meta.dirname, '../../../../shared/data/real');

const Stations = z.array(
  z.object({
    stationTriplet: z.string(),
    data: z.array(
      z.object({ values: z.array(z.object({ date: z.string(), median: z.optional(z.number()) })) }),
    ),
  }),
);

/** NRCS's published median for April 1 by the number of the site. */
function readPublished(): Map<string, number> {
  const text = readFileSync(path.join(folder, 'awdb_wteq_wy2026_23_sites.json'), 'utf8');
  return new Map(
    Stations.parse(JSON.parse(text)).flatMap(({ stationTriplet, data }) => {
      const median = data[0]?.values.find(({ date }) => date === '2026-04-01')?.median;
      return median === undefined ? [] : [[stationTriplet.split(':')[0] ?? '', median] as const];
    }),
  );
}

/** SWE on April 1 by site and year. The names of some sites have commas, so cells are counted from the end. */
function readAprilFirst(): Map<string, { days: number[]; values: number[] }> {
  const records = new Map<string, { days: number[]; values: number[] }>();
  const [, ...lines] = readFileSync(path.join(folder, 'snotel_annual_peak_and_apr1_swe.csv'), 'utf8')
    .trim()
    .split(/\r?\n/);
  for (const line of lines) {
    const cells = line.split(',');
    const [site = '', year = '', swe = ''] = [cells.at(-7), cells.at(-6), cells.at(-1)];
    if (swe === '' || Number.isNaN(Number(swe))) continue;
    const record = records.get(site) ?? { days: [], values: [] };
    records.set(site, record);
    record.days.push(dayNumber(`${year}-04-01`));
    record.values.push(Number(swe));
  }
  return records;
}

test.skipIf(!existsSync(folder))('medians of April 1 with 30 years are those that NRCS publishes', () => {
  const records = readAprilFirst();
  const differences = [...readPublished()].flatMap(([site, published]) => {
    const record = records.get(site) ?? { days: [], values: [] };
    const years = record.days.map((day, at) => ({ year: dayParts(day).year, value: record.values[at] ?? 0 }));
    const statistic = statisticOf(years);
    return statistic?.count === 30 ? Math.abs(statistic.median - published) : [];
  });
  expect(differences).toHaveLength(17);
  // NRCS rounds to a tenth of an inch, and has revised some values since they were compiled here.
  const agreeing = differences.toSorted((one, other) => one - other).slice(0, -2);
  expect(Math.max(...agreeing)).toBeLessThanOrEqual(0.2 + 1e-9);
  expect(Math.max(...differences)).toBeLessThan(0.6);
});
