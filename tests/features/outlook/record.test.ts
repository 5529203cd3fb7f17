import { describe, expect, test } from 'vitest';
import { computeOutlook, hindcast, rootOfVolume, skillOf } from '#features/outlook/rules/compute-outlook.ts';
import { fitComponents } from '#features/outlook/rules/fit.ts';
import type { OutlookTraining } from '#features/outlook/rules/training.ts';
import { standardDeviation } from '#lib/moments.ts';
import { randomSource } from '#lib/random-source.ts';
import { hasRealSeries } from '../../support/real-series.ts';
import { shuffled } from '../../support/shuffled.ts';
import { realTraining } from './real-training.ts';

const after = 2021;

describe.skipIf(!hasRealSeries)('the record of the outlook of April 1 near Heise', () => {
  const training: OutlookTraining = hasRealSeries
    ? realTraining('heise')
    : { years: [], predictors: [], volumes: [], before: [] };
  const current = training.predictors.at(-1) ?? [];

  test('is as good as the agencies’ own forecasts', () => {
    const result = computeOutlook(training, { year: after, values: current, before: 0 });
    if (result.kind === 'withheld') throw new Error('there is an outlook');
    const { skill, hindcast: rows } = result;
    expect(skill).toMatchObject({ years: 39, tried: 19 });
    expect(skill.nse).toBeGreaterThanOrEqual(0.8);
    expect(skill.rmse_af).toBeLessThanOrEqual(480_000);
    expect(skill.climatology_rmse_af).toBeGreaterThan(2 * skill.rmse_af);
    const percents = rows
      .filter(({ year }) => year >= 2000 && year <= 2014)
      .map(({ observed_af, leave_one_out_af }) => ((leave_one_out_af - observed_af) / observed_af) * 100);
    expect(standardDeviation(percents)).toBeLessThanOrEqual(17);
    expect(rows.filter(({ is_held }) => is_held !== null).map(({ year }) => year)).toEqual(
      Array.from({ length: 19 }, (_, at) => 2002 + at),
    );
    expect(skill.held).toBeGreaterThanOrEqual(14);
  });

  test('is still that while a predictor is late', () => {
    const result = computeOutlook(training, { year: after, values: current.with(0, undefined), before: 0 });
    if (result.kind === 'withheld') throw new Error('there is an outlook');
    expect(result.model.method).toBe('z-scores');
    expect(result.skill.nse).toBeGreaterThanOrEqual(0.8);
    expect(result.skill.held).toBeGreaterThanOrEqual(14);
  });

  // A method that finds a relation where there is none would show it here.
  test('has no skill for volumes in a random order, in 50 of 50 trials', { tags: ['full'] }, () => {
    const random = randomSource(1);
    const skills = Array.from({ length: 50 }, () => {
      const volumes = shuffled(training.volumes, random);
      const shuffledTraining = { ...training, volumes };
      const sample = { rows: training.predictors, roots: volumes.map(rootOfVolume) };
      return skillOf(hindcast(shuffledTraining, sample, fitComponents).rows, volumes).nse;
    });
    expect(Math.max(...skills)).toBeLessThanOrEqual(0.05);
  });
});
