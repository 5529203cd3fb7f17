import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { computeOutlook } from '#features/outlook/rules/compute-outlook.ts';
import { chancesOfExceedance, type OutlookIssued } from '#features/outlook/rules/outlook-result.ts';
import type { OutlookTraining } from '#features/outlook/rules/training.ts';
import { hasRealSeries } from '../../support/real-series.ts';
import { realTraining } from './real-training.ts';

// expected.json was computed by recipe.py beside it, with numpy and scipy: loadings as eigenvectors of the correlation
// matrix, PRESS by fitting again, coefficients by the normal equations, t and F by scipy.

const numbers = z.array(z.number());
const Expected = z.object({
  intercept: z.number(),
  component_coefficients: numbers,
  loadings: z.array(numbers),
  coefficients: numbers,
  standard_error: z.number(),
  degrees_of_freedom: z.number(),
  factor: z.number(),
  leave_one_out: numbers,
  nse: z.number(),
  nse_low: z.number(),
  forward: z.array(numbers),
  quantiles: z.record(z.string(), z.number()),
});
const Methods = z.object({ 'principal-components': Expected, 'z-scores': Expected, volumes: numbers });
const expected = z
  .object({
    heise: Methods,
    'island-park': Methods,
    synthetic: Methods.extend({ rows: z.array(z.array(z.nullable(z.number()))) }),
  })
  .parse(JSON.parse(readFileSync(path.resolve(import.meta.dirname, 'fixtures/expected.json'), 'utf8')));

function issued(training: OutlookTraining, values: readonly (number | undefined)[]): OutlookIssued {
  const result = computeOutlook(training, { year: 2021, values, before: 0 });
  if (result.kind === 'withheld') throw new Error(JSON.stringify(result.reasons));
  return result;
}

function expectSame(actual: readonly (number | null)[], wanted: readonly number[]): void {
  expect(actual).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) {
    // A coefficient or a range's end may be zero itself.
    expect(Math.abs((actual[at] ?? Number.NaN) - value)).toBeLessThanOrEqual(1e-6 * Math.abs(value) + 1e-9);
  }
}

function expectResult(
  { model, volumes, hindcast, skill }: OutlookIssued,
  wanted: z.output<typeof Expected>,
): void {
  expectSame([model.intercept], [wanted.intercept]);
  expectSame(model.coefficients, wanted.coefficients);
  expect(model.components).toHaveLength(wanted.loadings.length);
  for (const [at, loadings] of wanted.loadings.entries()) {
    const component = model.components[at];
    const sign = Math.sign((component?.coefficient ?? 0) * (wanted.component_coefficients[at] ?? 0));
    expectSame(
      component?.loadings ?? [],
      loadings.map((each) => each * sign),
    );
    expectSame([component?.coefficient ?? null], [(wanted.component_coefficients[at] ?? 0) * sign]);
  }
  expectSame([model.standard_error, model.range.factor], [wanted.standard_error, wanted.factor]);
  expect(model.degrees_of_freedom).toBe(wanted.degrees_of_freedom);
  expectSame(
    hindcast.map(({ leave_one_out_af }) => leave_one_out_af),
    wanted.leave_one_out,
  );
  expectSame([skill.nse, skill.nse_low], [wanted.nse, wanted.nse_low]);
  const forward = hindcast.slice(20);
  expectSame(
    forward.map(({ forward_af }) => forward_af),
    wanted.forward.map(([middle = 0]) => middle),
  );
  expectSame(
    forward.map(({ forward_low_af }) => forward_low_af),
    wanted.forward.map(([, low = 0]) => low),
  );
  expectSame(
    forward.map(({ forward_high_af }) => forward_high_af),
    wanted.forward.map(([, , high = 0]) => high),
  );
  expectSame(
    chancesOfExceedance.map((percent) => volumes[percent]),
    chancesOfExceedance.map((percent) => wanted.quantiles[percent] ?? Number.NaN),
  );
}

describe('the outlook equals an independent computation', () => {
  const { rows, volumes, ...methods } = expected.synthetic;
  const training: OutlookTraining = {
    years: rows.map((_, at) => 1991 + at),
    predictors: rows.map((row) => row.map((value) => value ?? undefined)),
    volumes,
    before: rows.map(() => 0),
  };
  const current = training.predictors[10] ?? [];

  test('on synthetic data with gaps, by principal components', () => {
    const result = issued(training, current);
    expect(result.model.method).toBe('principal-components');
    // A predictor with nine years is not in the model.
    expect(result.predictors[4]).toMatchObject({ years: 9, z: null, weight: null, effect: null });
    expectResult(result, methods['principal-components']);
  });

  test('on synthetic data with gaps, by Z-scores while a predictor is late', () => {
    const result = issued(training, current.with(0, undefined));
    expect(result.model.method).toBe('z-scores');
    expectResult(result, methods['z-scores']);
  });
});

describe.skipIf(!hasRealSeries)('the outlook of measured series equals an independent computation', () => {
  test.each(['heise', 'island-park'] as const)('of %s, by both methods', (point) => {
    const training = realTraining(point);
    expectSame(training.volumes, expected[point].volumes);
    const current = training.predictors[training.years.indexOf(2015)] ?? [];
    expectResult(issued(training, current), expected[point]['principal-components']);
    expectResult(issued(training, current.with(1, undefined)), expected[point]['z-scores']);
  });
});
