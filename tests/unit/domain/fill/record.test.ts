import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { computeFill } from '#domain/fill/compute-fill.ts';
import type { FillInput } from '#domain/fill/fill-result.ts';
import { median } from '#domain/statistics.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';
import {
  capacityOf,
  fillGroups,
  hasRealSeries,
  realFillYears,
  realForecasts,
} from '../../../support/real-outlook.ts';

const numbers = z.array(z.number());
const { fill: expected } = z
  .object({
    fill: z.object({
      years: z.number(),
      mae: z.number(),
      climatology_mae: z.number(),
      brier: z.number(),
      climatology_brier: z.number(),
      coefficients: numbers,
      predicted_peaks: numbers,
      predicted_chances: numbers,
      chance: z.number(),
    }),
  })
  .parse(
    JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/outlook/expected.json'), 'utf8'),
    ),
  );

describe.skipIf(!hasRealSeries)('the fill of the seven reservoirs, 1982 to 2020', () => {
  function inputOf(id: string, issued: string, by: string, share: number): FillInput {
    const capacity_af = capacityOf(id);
    const target_af = share * capacity_af;
    const point = fillGroups.find((group) => group.id === id)?.point ?? '';
    const years = realFillYears(id, { issued, by, target_af }, realForecasts(point));
    const days = dayNumber(`2021-${by}`) - dayNumber(`2021-${issued}`);
    return { years, capacity_af, target_af, days, storage_af: 0.7 * capacity_af, outlook_af: 3e6 };
  }

  test('on April 1 equals an independent computation', () => {
    const input = { ...inputOf('system', '04-01', '07-31', 0.97), storage_af: 2_800_000 };
    const { skill, years, chance } = computeFill(input);
    const expectSame = (actual: number | null | undefined, wanted: number) =>
      expect(Math.abs((actual ?? Number.NaN) - wanted)).toBeLessThanOrEqual(1e-6 * Math.abs(wanted) + 1e-12);
    expect(skill?.years).toBe(expected.years);
    expectSame(skill?.mae_af, expected.mae);
    expectSame(skill?.climatology_mae_af, expected.climatology_mae);
    expectSame(skill?.brier, expected.brier);
    expectSame(skill?.climatology_brier, expected.climatology_brier);
    for (const [at, year] of years.entries()) {
      expectSame(year.predicted_peak_af, expected.predicted_peaks[at] ?? Number.NaN);
      expectSame(year.predicted_chance, expected.predicted_chances[at] ?? Number.NaN);
    }
    const [b0 = 0, b1 = 0, b2 = 0] = expected.coefficients;
    expectSame(chance?.coefficients?.b0, b0);
    expectSame(chance?.coefficients?.b1, b1);
    expectSame(chance?.coefficients?.b2, b2);
    expectSame(chance?.chance, expected.chance);
  });

  test('on April 1 is forecast better than by climatology', () => {
    const { skill, chance } = computeFill(inputOf('system', '04-01', '07-31', 0.97));
    expect(chance?.method).toBe('forecast');
    expect(skill?.mae_af).toBeLessThanOrEqual(230_000);
    expect(skill?.climatology_mae_af).toBeGreaterThan(350_000);
    expect(skill?.brier_skill).toBeGreaterThanOrEqual(0.15);
  });

  test('is never shown by a method without skill on the date', () => {
    const ids = fillGroups.map(({ id }) => id);
    const methods = new Set<string | undefined>();
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.integer({ min: dayNumber('2021-01-01'), max: dayNumber('2021-06-30') }),
        fc.constantFrom('07-15', '07-31', '09-30'),
        fc.constantFrom(0.8, 0.97, 1),
        (id, day, by, share) => {
          const input = inputOf(id, formatDay(day).slice(5), by, share);
          const { chance, years } = computeFill(input);
          methods.add(chance?.method);
          expect(chance?.method === 'climatology').toBe(chance?.reason !== null);
          if (chance?.method !== 'forecast') return;
          const came = (peak: number) => (peak >= input.target_af ? 1 : 0);
          const others = (at: number, start: number) =>
            years.toSpliced(at, 1).map(({ peak_af }) => Math.max(start, peak_af));
          expect(
            mean(years.map(({ predicted_peak_af, peak_af }) => Math.abs((predicted_peak_af ?? 0) - peak_af))),
          ).toBeLessThan(
            mean(
              years.map(({ peak_af, storage_af }, at) => Math.abs(median(others(at, storage_af)) - peak_af)),
            ),
          );
          expect(
            mean(
              years.map(({ predicted_chance, peak_af }) => ((predicted_chance ?? 0) - came(peak_af)) ** 2),
            ),
          ).toBeLessThan(
            mean(
              years.map(
                ({ peak_af, storage_af }, at) =>
                  (mean(others(at, storage_af).map(came)) - came(peak_af)) ** 2,
              ),
            ),
          );
        },
      ),
      { numRuns: 150, seed: 20260401 },
    );
    // Otherwise the property would say nothing of one of them.
    expect(methods).toEqual(new Set(['forecast', 'climatology']));
  });
});
