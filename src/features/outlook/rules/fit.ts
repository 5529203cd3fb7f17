import { Matrix, SingularValueDecomposition } from 'ml-matrix';
import { correlation, mean, squaredDeviations, standardDeviation, sumOfSquares } from '#lib/moments.ts';
import { fSurvival, type Regression, regress } from '#lib/regression.ts';

export type PredictorRow = readonly (number | undefined)[];

/** What a predictor is measured by: its mean and standard deviation (n − 1) over the training years that have it. */
export type Standard = {
  /** NaN without a value. */
  readonly mean: number;
  /** NaN with fewer than two values. */
  readonly deviation: number;
  readonly years: number;
  /** False with fewer than ten years, or where the values do not vary: then no model has it. */
  readonly isUsed: boolean;
};

const minYears = 10;
/** A smaller spread, as a share of the mean, is what adding up in binary fractions leaves. */
const minSpreadOfPredictor = 1e-9;

/** The standards of the predictors, in the order of the columns. */
export function standardsOf(rows: readonly PredictorRow[]): Standard[] {
  return (rows[0] ?? []).map((_, at) => {
    const values = rows.flatMap((row) => row[at] ?? []);
    const [middle, deviation] = [mean(values), standardDeviation(values)];
    const isUsed = values.length >= minYears && deviation > minSpreadOfPredictor * Math.abs(middle);
    return { mean: middle, deviation, years: values.length, isUsed };
  });
}

/** The distances from the means in standard deviations; undefined without a value or where the predictor is not used. */
export function zScoresOf(row: PredictorRow, standards: readonly Standard[]): (number | undefined)[] {
  return standards.map(({ mean: middle, deviation, isUsed }, at) => {
    const value = row[at];
    return isUsed && value !== undefined ? (value - middle) / deviation : undefined;
  });
}

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
const minSpreadOfRoots = 1e-18;

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
  if (total <= minSpreadOfRoots * sumOfSquares(roots)) return 1;
  const explained = total - unexplained;
  return fSurvival(explained / count / (unexplained / degreesOfFreedom), count, degreesOfFreedom);
}

/**
 * Principal components regression of the root of the volume (Garen, 1992, Improved techniques in regression-based streamflow
 * volume forecasting, doi 10.1061/(ASCE)0733-9496(1992)118:6(654)): predictors are standardized, a missing one counts as its
 * mean, and one or two components are used.
 */
export function fitComponents(sample: Sample): Fit {
  const standards = standardsOf(sample.rows);
  const used = standards.flatMap(({ isUsed }, at) => (isUsed ? [at] : []));
  const z = sample.rows.map((row) => zScoresOf(row, standards).map((each) => each ?? 0));
  const loadings = used.length > 0 ? firstLoadings(z, used) : [];
  return fitReduction(sample, { standards, loadingsOf: () => loadings });
}

/** A second component of less than this share of the first one's spread is rounding: the predictors vary as one. */
const minShareOfSecond = 1e-8;

/** The loadings of the first two components, zero for a predictor that is not used. Their sums are not negative. */
function firstLoadings(rows: readonly (readonly number[])[], used: readonly number[]): number[][] {
  const matrix = new Matrix(rows.map((row) => used.map((at) => row[at] ?? 0)));
  const decomposition = new SingularValueDecomposition(matrix, {
    autoTranspose: true,
    computeLeftSingularVectors: false,
  });
  const [largest = 0, second = 0] = decomposition.diagonal;
  return (second > minShareOfSecond * largest ? [0, 1] : [0]).map((component) => {
    const column = decomposition.rightSingularVectors.getColumn(component);
    const sign = column.reduce((sum, each) => sum + each, 0) < 0 ? -1 : 1;
    const full = rows[0]?.map(() => 0) ?? [];
    for (const [place, at] of used.entries()) full[at] = sign * (column[place] ?? 0);
    return full;
  });
}

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
