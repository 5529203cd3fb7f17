import { correlation } from '#lib/moments.ts';
import { type Fit, fitReduction, type Sample } from './fit.ts';
import { type PredictorRow, standardsOf } from './standards.ts';

/**
 * Z-score regression (Pagano and others, 2009, Daily updating of operational statistical seasonal water supply forecasts for
 * the western U.S., doi 10.1111/j.1752-1688.2009.00321.x): the index of a year is the mean of the z of the predictors that
 * are present in it, weighted by the square of their correlation with the root of the volume. More snow or winter flow never
 * means less to come, so a negative correlation is chance and has no weight.
 */
export function fitIndex(sample: Sample): Fit {
  const standards = standardsOf(sample.rows);
  const weights = standards.map(({ isUsed }, at) => {
    if (!isUsed) return 0;
    const pairs = sample.rows.flatMap((row, year) => {
      const value = row[at];
      return value === undefined ? [] : [[value, sample.roots[year] ?? 0] as const];
    });
    const r = correlation(pairs);
    return r > 0 ? r * r : 0;
  });
  /** Zero without any predictor: the mean. */
  const loadingsOf = (row: PredictorRow) => {
    const present = weights.map((weight, at) => (row[at] === undefined ? 0 : weight));
    const sum = present.reduce((total, weight) => total + weight, 0);
    return present.map((weight) => (sum > 0 ? weight / sum : 0));
  };
  return fitReduction(sample, { standards, loadingsOf: (row) => [loadingsOf(row)] });
}
