import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { median } from '#domain/statistics/statistics.ts';
import { binsOf, computeFill, isReliable } from '#features/fill/rules/compute-fill.ts';
import type { FillInput } from '#features/fill/rules/fill-result.ts';
import { fitChance } from '#features/fill/rules/peak-model.ts';
import { dayNumber } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';
import { capacityOf, fillGroups, hasRealSeries } from '../../support/real-series.ts';
import { realForecasts } from '../outlook/real-training.ts';
import { realFillYears } from './real-years.ts';

const numbers = z.array(z.number());
const Expected = z.object({
  years: z.number(),
  mae: z.number(),
  climatology_mae: z.number(),
  brier: z.number(),
  climatology_brier: z.number(),
  brier_skill: z.number(),
  brier_skill_low: z.number(),
  expected: z.number(),
  reached: z.number(),
  deviation: z.number(),
  coefficients: numbers,
  predicted_peaks: numbers,
  predicted_chances: numbers,
  storage: z.number(),
  forecast: z.number(),
  chance: z.number(),
});
const { fill: expected } = z
  .object({ fill: z.record(z.string(), Expected) })
  .parse(
    JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../outlook/fixtures/expected.json'), 'utf8')),
  );

describe.skipIf(!hasRealSeries)('the fill of the seven reservoirs, 1982 to 2020', () => {
  function inputOf(id: string, issued: string, by: string, share: number): FillInput {
    const capacity_af = capacityOf(id);
    const target_af = share * capacity_af;
    const point = fillGroups.find((group) => group.id === id)?.point ?? '';
    const years = realFillYears(id, { issued, by, target_af }, realForecasts(point, issued));
    const days = dayNumber(`2021-${by}`) - dayNumber(`2021-${issued}`);
    return { years, capacity_af, target_af, days, storage_af: 0.7 * capacity_af, outlook_af: 3e6 };
  }

  function expectSame(actual: number | null | undefined, wanted: number | undefined): void {
    const size = Math.abs(wanted ?? Number.NaN);
    expect(Math.abs((actual ?? Number.NaN) - (wanted ?? Number.NaN))).toBeLessThanOrEqual(1e-6 * size + 1e-9);
  }

  test.each(Object.entries(expected))(
    'of %s equals an independent computation',
    { tags: ['full'] },
    (name, wanted) => {
      const [id = '', issued = ''] = name.split(' ');
      const input = inputOf(id, issued, '07-31', 0.97);
      const april = realForecasts(fillGroups.find((group) => group.id === id)?.point ?? '');
      const years = input.years.map((each) => ({ ...each, forecast_af: april.get(each.year) ?? null }));
      const withForecast = years.flatMap((each) =>
        each.forecast_af === null ? [] : [{ ...each, forecast_af: each.forecast_af }],
      );
      const { skill, years: rows } = computeFill({ ...input, years });
      expect(skill?.years).toBe(wanted.years);
      expect(skill?.reached).toBe(wanted.reached);
      expectSame(skill?.mae_af, wanted.mae);
      expectSame(skill?.climatology_mae_af, wanted.climatology_mae);
      expectSame(skill?.brier, wanted.brier);
      expectSame(skill?.climatology_brier, wanted.climatology_brier);
      expectSame(skill?.brier_skill, wanted.brier_skill);
      expectSame(skill?.brier_skill_low, wanted.brier_skill_low);
      expectSame(skill?.expected, wanted.expected);
      expectSame(skill?.deviation, wanted.deviation);
      for (const [at, year] of rows.entries()) {
        expectSame(year.predicted_peak_af, wanted.predicted_peaks[at]);
        expectSame(year.predicted_chance, wanted.predicted_chances[at]);
      }
      // Also where it is not shown.
      const model = fitChance(withForecast, input);
      for (const [at, each] of wanted.coefficients.entries()) expectSame(model?.coefficients[at], each);
      expectSame(
        model?.chanceOf({ storage_af: wanted.storage, forecast_af: wanted.forecast }),
        wanted.chance,
      );
    },
  );

  const issueDays = ['01', '02', '03', '04', '05'].flatMap((month) => [`${month}-01`, `${month}-15`]);

  const computed = new Map<string, ReturnType<typeof computeFill>>();
  /** What is said of a group on an issue day, with all years known. */
  function fillOf(id: string, issued: string) {
    const key = `${id} ${issued}`;
    const fill = computed.get(key) ?? computeFill(inputOf(id, issued, '07-31', 0.97));
    computed.set(key, fill);
    return { id, issued, ...fill };
  }

  test.each(fillGroups.map(({ id }) => id))(
    'of %s is reliable on each day on which it is shown',
    { tags: ['full'] },
    (id) => {
      for (const issued of issueDays) {
        const { chance, skill } = fillOf(id, issued);
        expect(chance).not.toBeNull();
        if (chance?.method === 'forecast') expect(skill && isReliable(skill)).toBe(true);
      }
    },
  );

  test('comes as often as it is said, over all days on which it is shown', { tags: ['full'] }, () => {
    const rows = fillGroups.flatMap(({ id }) => issueDays.map((issued) => fillOf(id, issued)));
    const said = (isForecast: boolean) =>
      rows.flatMap(({ chance, years }) =>
        (chance?.method === 'forecast') !== isForecast
          ? []
          : years.map(({ storage_af, is_reached, predicted_chance, peak_af }) => ({
              chance: predicted_chance ?? Number.NaN,
              came: is_reached ? 1 : 0,
              storage_af,
              peak_af,
            })),
      );
    const shown = said(true);
    const bins = binsOf(shown);
    console.log(
      [
        'Group          Issued Said Came Skill  >95%  Shown',
        ...rows.map(({ id, issued, skill, chance }) => {
          const share = (count = Number.NaN) => ((100 * count) / (skill?.years ?? 1)).toFixed(0).padStart(4);
          const score = (value: number | null | undefined) => (value ?? Number.NaN).toFixed(2).padStart(5);
          return `${id.padEnd(14)} ${issued}  ${share(skill?.expected)} ${share(skill?.reached)} ${score(skill?.brier_skill)} ${score(skill?.brier_skill_low)}  ${chance?.method === 'forecast' ? 'chance' : `climatology: ${chance?.reason?.code}`}`;
        }),
        `${shown.length} cases: said ${(100 * mean(shown.map(({ chance }) => chance))).toFixed(1)} %, came ${(100 * mean(shown.map(({ came }) => came))).toFixed(1)} %`,
        ...bins.map(
          ({ from, years, expected: sum, reached, deviation }) =>
            `${(100 * from).toFixed(0).padStart(3)} to ${(100 * from + 10).toFixed(0)} %: ${years} cases, said ${sum.toFixed(1)}, came ${reached}, ${((reached - sum) / (deviation || 1)).toFixed(1)} SD`,
        ),
      ].join('\n'),
    );
    // Otherwise the test would say nothing of the chances, or of the days without.
    expect(shown.length).toBeGreaterThanOrEqual(300);
    expect(new Set(rows.map(({ chance }) => chance?.method))).toEqual(new Set(['forecast', 'climatology']));
    const pooled = mean(shown.map(({ chance, came }) => chance - came));
    expect(Math.abs(pooled)).toBeLessThanOrEqual(0.05);
    expect(bins.filter((bin) => !isReliable(bin))).toEqual([]);
  });

  test('is never shown by a method without skill on the date', { tags: ['full'] }, () => {
    const ids = fillGroups.map(({ id }) => id);
    const methods = new Set<string | undefined>();
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.constantFrom(...issueDays, '06-01', '06-15'),
        fc.constantFrom('07-15', '07-31', '09-30'),
        fc.constantFrom(0.8, 0.97, 1),
        (id, issued, by, share) => {
          const input = inputOf(id, issued, by, share);
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
          const brier = (chances: readonly number[]) =>
            mean(years.map(({ peak_af }, at) => ((chances[at] ?? Number.NaN) - came(peak_af)) ** 2));
          const chances = years.map(({ predicted_chance }) => predicted_chance ?? Number.NaN);
          const usual = years.map(({ storage_af }, at) => mean(others(at, storage_af).map(came)));
          expect(1 - brier(chances) / brier(usual)).toBeGreaterThanOrEqual(0.05);
          const expectedCount = chances.reduce((sum, each) => sum + each, 0);
          const reachedCount = years.filter(({ peak_af }) => came(peak_af) === 1).length;
          const variance = chances.reduce((sum, each) => sum + each * (1 - each), 0);
          expect((expectedCount - reachedCount) ** 2).toBeLessThanOrEqual(4 * variance + 1e-9);
        },
      ),
      { numRuns: 60, seed: 20260401 },
    );
    // Otherwise the property would say nothing of one of them.
    expect(methods).toEqual(new Set(['forecast', 'climatology']));
  });
});
