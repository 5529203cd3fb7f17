import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeOutlook } from '#features/outlook/rules/compute-outlook.ts';
import {
  chancesOfExceedance,
  type OutlookIssued,
  type OutlookResult,
} from '#features/outlook/rules/outlook-result.ts';
import type { OutlookCurrent, OutlookTraining } from '#features/outlook/rules/training.ts';
import { randomSource } from '#lib/random-source.ts';
import { shuffled } from '../../support/shuffled.ts';
import { randomTraining } from './random-training.ts';

type Case = { readonly training: OutlookTraining; readonly current: OutlookCurrent; readonly seed: number };

/** Examples with gaps, and with a late predictor in every second one. */
const cases = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    years: fc.integer({ min: 21, max: 34 }),
    isLate: fc.boolean(),
  })
  .map(({ seed, years, isLate }): Case => {
    const random = randomSource(seed);
    const example = randomTraining({ seed, years });
    const predictors = example.predictors.map((row) =>
      row.map((value) => (random() < 0.05 ? undefined : value)),
    );
    const values = (example.predictors[5] ?? []).map((value, at) => (isLate && at === 0 ? undefined : value));
    const current = { year: 2030, values, before: 120_000 };
    return { training: { ...example, predictors }, current, seed };
  });
const always = (check: (each: Case) => void) =>
  fc.assert(fc.property(cases, check), { numRuns: 15, seed: 20260401 });

/** Changes each row of predictors, that of the issue day too. */
function mapRows<Row extends OutlookTraining['predictors'][number]>(
  { training, current }: Case,
  change: (row: OutlookTraining['predictors'][number]) => Row,
): OutlookResult {
  return computeOutlook(
    { ...training, predictors: training.predictors.map(change) },
    { ...current, values: change(current.values) },
  );
}

/** What of a result must not depend on the order and the units of the predictors. */
function expectSameForecast(actual: OutlookResult, wanted: OutlookResult): void {
  expect(actual.kind).toBe(wanted.kind);
  if (actual.kind === 'withheld' || wanted.kind === 'withheld') return;
  const figuresOf = ({ volumes, hindcast, skill, analogs }: OutlookIssued) => [
    ...Object.values(volumes),
    ...hindcast.flatMap((row) => Object.values(row)),
    ...Object.values(skill),
    ...analogs.flatMap(({ year, distance, volume_af }) => [year, distance, volume_af]),
  ];
  const figures = figuresOf(wanted);
  for (const [at, figure] of figuresOf(actual).entries()) {
    const same = figures[at];
    if (typeof figure === 'number' && typeof same === 'number') {
      expect(Math.abs(figure - same)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(same)));
    } else expect(figure).toBe(same);
  }
}

describe('an outlook', () => {
  test('does not depend on the order of the predictors', () =>
    always((each) => {
      const order = shuffled([0, 1, 2, 3, 4], randomSource(each.seed));
      expectSameForecast(
        mapRows(each, (row) => order.map((at) => row[at])),
        computeOutlook(each.training, each.current),
      );
    }));

  test('does not depend on the units of the predictors', { tags: ['full'] }, () => {
    const units = [25.4, 0.0254, 1e6, -1, 1] as const;
    always((each) => {
      // A sign is no unit for Z-scores, where only a positive relation counts.
      const factors = each.current.values[0] === undefined ? units.map(Math.abs) : units;
      expectSameForecast(
        mapRows(each, (row) => row.map((value, at) => value && value * (factors[at] ?? 1) + 7)),
        computeOutlook(each.training, each.current),
      );
    });
  });

  test.each([0, 0.1, 1e6])(
    'is not changed by a predictor that is always %d',
    { tags: ['full'] },
    (constant) =>
      always((each) => {
        const result = mapRows(each, (row) => [...row, constant]);
        expectSameForecast(result, computeOutlook(each.training, each.current));
        expect(result.predictors.at(-1)).toMatchObject({
          mean: expect.closeTo(constant, 6),
          z: null,
          effect: null,
        });
      }),
  );

  test('knows nothing of the asked year and the years after it', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 2011, max: 2025 }), ({ training, current }, year) => {
        const asked = { ...current, year };
        const isBefore = (_: unknown, at: number) => (training.years[at] ?? 0) < year;
        const before = {
          years: training.years.filter(isBefore),
          predictors: training.predictors.filter(isBefore),
          volumes: training.volumes.filter(isBefore),
          before: training.before.filter(isBefore),
        };
        const changed = {
          ...training,
          predictors: training.predictors.map((row, at) => (isBefore(row, at) ? row : row.map(() => 999))),
          volumes: training.volumes.map((volume, at) => (isBefore(volume, at) ? volume : 9e9)),
        };
        const result = computeOutlook(training, asked);
        expect(result).toEqual(computeOutlook(before, asked));
        expect(result).toEqual(computeOutlook(changed, asked));
        if (result.kind === 'withheld') return;
        expect(Math.max(...result.hindcast.map((row) => row.year), ...result.model.years)).toBeLessThan(year);
        expect(Math.max(...result.analogs.map((analog) => analog.year))).toBeLessThan(year);
      }),
      { numRuns: 15, seed: 20260401 },
    );
  });

  test('has volumes in the order of their chances, and a model that gives the median', () =>
    always(({ training, current }) => {
      const result = computeOutlook(training, current);
      if (result.kind === 'withheld') return;
      const { volumes, remaining, model, predictors, analogs } = result;
      const list = chancesOfExceedance.map((percent) => volumes[percent]);
      expect(list).toEqual(list.toSorted((one, other) => one - other));
      for (const percent of chancesOfExceedance) {
        expect(volumes[percent] - remaining[percent]).toBeCloseTo(current.before, 4);
      }
      const z = predictors.map((each) => each.z ?? 0);
      const sum = (factors: readonly number[]) =>
        factors.reduce((total, factor, at) => total + factor * (z[at] ?? 0), 0);
      const through = model.components.reduce(
        (total, each) => total + each.coefficient * sum(each.loadings),
        0,
      );
      expect((model.intercept + sum(model.coefficients)) ** 2 / remaining[50]).toBeCloseTo(1, 9);
      expect((model.intercept + through) ** 2 / remaining[50]).toBeCloseTo(1, 9);
      expect(predictors.reduce((total, { weight }) => total + (weight ?? 0), 0)).toBeCloseTo(1, 9);
      expect(sum(model.coefficients)).toBeCloseTo(
        predictors.reduce((total, { effect }) => total + (effect ?? 0), 0),
        6,
      );
      const distances = analogs.map(({ distance }) => distance);
      expect(distances).toHaveLength(5);
      expect(distances).toEqual(distances.toSorted((one, other) => one - other));
      // A worker thread sends it: it has to be plain data.
      expect(structuredClone(result)).toEqual(result);
    }));

  test('does not fail with more predictors than years, or with the same predictor in two units', () => {
    const wide = randomTraining({ years: 25, predictors: 40 });
    const twice = randomTraining({ predictors: 1 });
    const both = { ...twice, predictors: twice.predictors.map(([value = 0]) => [value, value * 25.4]) };
    for (const training of [wide, both]) {
      const result = computeOutlook(training, {
        year: 2030,
        values: training.predictors[0] ?? [],
        before: 0,
      });
      expect(result.kind).toBe('issued');
    }
    const single = computeOutlook(twice, { year: 2030, values: twice.predictors[0] ?? [], before: 0 });
    expectSameForecast(
      computeOutlook(both, { year: 2030, values: both.predictors[0] ?? [], before: 0 }),
      single,
    );
  });
});
