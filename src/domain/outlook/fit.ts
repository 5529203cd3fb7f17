import { type Regression, regress } from '#lib/linear-regression.ts';
import { squaredDeviations, sumOfSquares } from '#lib/moments.ts';
import { fSurvival } from '#lib/student-t.ts';
import { type PredictorRow, type Standard, zScoresOf } from './standards.ts';

/** Rows of predictors, and the square roots of the volumes that followed, in √AF. */
export type Sample = { readonly rows: readonly PredictorRow[]; readonly roots: readonly number[] };

/** What reduces a row of predictors to the few numbers of a regression. */
export type Reduction = {
  readonly standards: readonly Standard[];
  /** The loadings of the z of a row, a list per number: which of its predictors are present may matter. */
  loadingsOf(row: PredictorRow): readonly (readonly number[])[];
};

/** A fitted method. Without a significant relation it is the mean of the roots, with no `loadings`. */
export type Fit = Reduction & { readonly regression: Regression; readonly isSignificant: boolean };

/** A chance result passes for a relation in at most one of a thousand cases. */
const significance = 0.001;
/** The smallest spread of the roots, as a share of their squares, that is not rounding. */
const minSpread = 1e-18;

/**
 * The regression of the roots on the first numbers of a reduction, with the smaller sum of squared leave-one-out errors
 * (PRESS); the mean where its F test is not significant.
 */
export function fitReduction({ rows, roots }: Sample, reduction: Reduction): Fit {
  const scores = rows.map((row) => scoresOf(reduction, row));
  const candidates = ([1, 2] as const).flatMap((count) => {
    if (scores.some(({ length }) => length < count)) return [];
    const regression = regress(firstOf(scores, count), roots);
    return regression ? [{ count, regression, press: sumOfSquares(regression.leaveOneOutResiduals) }] : [];
  });
  const [one, two] = candidates;
  const best = one && two && two.press < one.press ? two : one;
  if (best && fTest(best.regression, roots, best.count) <= significance) {
    const { count, regression } = best;
    const loadingsOf = (row: PredictorRow) => reduction.loadingsOf(row).slice(0, count);
    return { ...reduction, loadingsOf, regression, isSignificant: true };
  }
  const regression = regress(firstOf(scores, 0), roots);
  if (!regression) throw new RangeError('a mean with its error needs two years');
  return { ...reduction, loadingsOf: () => [], regression, isSignificant: false };
}

/** The numbers that a reduction makes of a row: Σ loading · z; a missing predictor counts as its mean. */
export function scoresOf({ standards, loadingsOf }: Reduction, row: PredictorRow): number[] {
  const z = zScoresOf(row, standards);
  return loadingsOf(row).map((loadings) =>
    loadings.reduce((sum, loading, at) => sum + loading * (z[at] ?? 0), 0),
  );
}

function firstOf(scores: readonly (readonly number[])[], count: number): number[][] {
  return scores.map((each) => each.slice(0, count));
}

/** The chance that a regression without any relation explains as much, by the F test. */
function fTest({ residuals, degreesOfFreedom }: Regression, roots: readonly number[], count: 1 | 2): number {
  const unexplained = sumOfSquares(residuals);
  const total = squaredDeviations(roots);
  // Volumes that never vary leave only rounding to explain.
  if (total <= minSpread * sumOfSquares(roots)) return 1;
  const explained = total - unexplained;
  return fSurvival(explained / count / (unexplained / degreesOfFreedom), count, degreesOfFreedom);
}
