import { CholeskyDecomposition, Matrix, QrDecomposition, solve } from 'ml-matrix';
import { mean, standardDeviation, sumOfSquares } from './moments.ts';

/** A line, plane or mean through values by least squares. */
export type Regression = {
  /** The intercept, then one per column. */
  readonly coefficients: readonly number[];
  readonly residuals: readonly number[];
  /** What each row's value would miss a regression without that row by. */
  readonly leaveOneOutResiduals: readonly number[];
  /** Of the residuals, in the unit of the values. */
  readonly standardError: number;
  readonly degreesOfFreedom: number;
  predict(row: readonly number[]): number;
  /** The standard error of a new row's prediction: se · √(1 + a'(A'A)⁻¹a). */
  predictionError(row: readonly number[]): number;
};

/** Below this share of its column, what a column adds to the ones before it is rounding. */
const rankTolerance = 1e-10;

/**
 * Fits values to an intercept and the columns of the rows; rows without columns give the mean. By QR decomposition, because
 * A'A would lose half of the digits. Undefined where there are too few rows or a column follows from the others.
 */
export function regress(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): Regression | undefined {
  const columns = 1 + (rows[0]?.length ?? 0);
  const degreesOfFreedom = rows.length - columns;
  if (degreesOfFreedom < 1) return undefined;
  const design = new Matrix(rows.map((row) => [1, ...row]));
  const qr = new QrDecomposition(design);
  const upper = qr.upperTriangularMatrix;
  for (let at = 0; at < columns; at += 1) {
    if (!(Math.abs(upper.get(at, at)) > rankTolerance * design.getColumnVector(at).norm())) return undefined;
  }
  const coefficients = qr.solve(Matrix.columnVector([...values])).to1DArray();
  const predict = (row: readonly number[]) =>
    row.reduce((sum, value, at) => sum + value * (coefficients[at + 1] ?? 0), coefficients[0] ?? 0);
  const residuals = rows.map((row, at) => (values[at] ?? 0) - predict(row));
  const leverages = qr.orthogonalMatrix.to2DArray().map(sumOfSquares);
  const standardError = Math.sqrt(sumOfSquares(residuals) / degreesOfFreedom);
  return {
    coefficients,
    residuals,
    leaveOneOutResiduals: residuals.map((residual, at) => residual / (1 - (leverages[at] ?? 0))),
    standardError,
    degreesOfFreedom,
    predict,
    predictionError: (row) => {
      const scaled = solve(upper.transpose(), Matrix.columnVector([1, ...row]));
      return standardError * Math.sqrt(1 + sumOfSquares(scaled.to1DArray()));
    },
  };
}

/** The chance of an event by its row. */
type Logistic = {
  /** Of the log odds: the intercept, then one per column. */
  readonly coefficients: readonly number[];
  /** From 0 to 1. */
  predict(row: readonly number[]): number;
};

type Row = readonly number[];
/** Rows with a leading 1, and whether the event came, 1 or 0. */
type Design = { readonly rows: readonly Row[]; readonly events: readonly number[] };

const tolerance = 1e-10;
const maxRounds = 200;
/** Of the log odds, in one step of Newton's method. */
const maxStep = 1;

/**
 * Fits the chance of an event: contamination · share + (1 − contamination) · 1 ÷ (1 + e^−(b₀ + Σ b · column)). The penalty
 * of Firth (1993, Bias reduction of maximum likelihood estimates, doi 10.1093/biomet/80.1.27) holds the coefficients finite
 * where a line divides the events from the rest. The share of rows that follow no column (Copas, 1988, Binary regression
 * models for contaminated data, doi 10.1111/j.2517-6161.1988.tb01723.x) is given; in these, the event comes at its overall
 * share. Undefined where `regress` is, and where all events are the same.
 */
export function fitLogistic(
  rows: readonly Row[],
  events: readonly boolean[],
  contamination: number,
): Logistic | undefined {
  const came = events.map(Number);
  const share = mean(came);
  if (!(share > 0 && share < 1) || !regress(rows, came)) return undefined;
  const columns = (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? 0));
  const [means, deviations] = [columns.map(mean), columns.map(standardDeviation)];
  const standardize = (row: Row) => [
    1,
    ...row.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)),
  ];
  const design = { rows: rows.map(standardize), events: came };
  /** The chance that each row follows its columns. */
  const followsOf = (chances: readonly number[]) =>
    chances.map((chance, at) => {
      const own = (1 - contamination) * (came[at] === 1 ? chance : 1 - chance);
      return own / (own + contamination * (came[at] === 1 ? share : 1 - share));
    });
  const first = converge(design, [0, ...means.map(() => 0)], () => came.map(() => 1));
  const scaled = converge(design, first, followsOf);
  const slopes = scaled.slice(1).map((each, at) => each / (deviations[at] ?? 1));
  const intercept = slopes.reduce((sum, slope, at) => sum - slope * (means[at] ?? 0), scaled[0] ?? 0);
  return {
    coefficients: [intercept, ...slopes],
    predict: (row) =>
      contamination * share + (1 - contamination) * logistic(dot([intercept, ...slopes], [1, ...row])),
  };
}

/**
 * Firth's estimate with a weight per row, which may depend on the row's chance, by Newton's method with the information of
 * Louis (1982, Finding the observed information matrix when using the EM algorithm, doi 10.1111/j.2517-6161.1982.tb01203.x):
 * what is missing because nobody knows which rows follow is subtracted, as long as something is left.
 */
function converge(
  { rows, events }: Design,
  first: readonly number[],
  weightsOf: (chances: readonly number[]) => readonly number[],
): readonly number[] {
  let coefficients = first;
  for (let round = 0; round < maxRounds; round += 1) {
    const chances = rows.map((row) => logistic(dot(coefficients, row)));
    const weights = weightsOf(chances);
    const spreads = chances.map((chance, at) => (weights[at] ?? 0) * chance * (1 - chance));
    const complete = new CholeskyDecomposition(productsOf(rows, spreads));
    const inverse = complete.solve(Matrix.eye(coefficients.length)).to2DArray();
    const scores = chances.map((chance, at) => {
      const row = rows[at] ?? [];
      const leverage =
        (spreads[at] ?? 0) *
        dot(
          row,
          inverse.map((each) => dot(each, row)),
        );
      return (weights[at] ?? 0) * ((events[at] ?? 0) - chance) + leverage * (0.5 - chance);
    });
    const missing = chances.map((chance, at) => {
      const weight = weights[at] ?? 0;
      return weight * (1 - weight) * ((events[at] ?? 0) - chance) ** 2;
    });
    const observed = new CholeskyDecomposition(
      productsOf(
        rows,
        spreads.map((spread, at) => spread - (missing[at] ?? 0)),
      ),
    );
    const gradient = coefficients.map((_, column) =>
      rows.reduce((sum, row, at) => sum + (row[column] ?? 0) * (scores[at] ?? 0), 0),
    );
    const step = (observed.isPositiveDefinite() ? observed : complete)
      .solve(Matrix.columnVector(gradient))
      .to1DArray();
    const longest = Math.max(...step.map(Math.abs));
    const factor = longest > maxStep ? maxStep / longest : 1;
    coefficients = coefficients.map((each, at) => each + factor * (step[at] ?? 0));
    if (longest < tolerance) break;
  }
  return coefficients;
}

/** Σ weight · row · row', symmetric to the last digit. */
function productsOf(rows: readonly Row[], weights: readonly number[]): Matrix {
  const size = rows[0]?.length ?? 0;
  const products = Matrix.zeros(size, size);
  for (let one = 0; one < size; one += 1) {
    for (let other = 0; other <= one; other += 1) {
      const sum = rows.reduce(
        (total, row, at) => total + (weights[at] ?? 0) * (row[one] ?? 0) * (row[other] ?? 0),
        0,
      );
      products.set(one, other, sum);
      products.set(other, one, sum);
    }
  }
  return products;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/**
 * The chance that a value of Student's t distribution is at most `t`, by the finite series for whole degrees of freedom
 * (Abramowitz and Stegun, 1964, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
 * @example studentTCumulative(0, 5) // 0.5
 * @throws RangeError for degrees of freedom that are no whole number above zero
 */
export function studentTCumulative(t: number, degreesOfFreedom: number): number {
  if (!Number.isSafeInteger(degreesOfFreedom) || degreesOfFreedom < 1) {
    throw new RangeError('degrees of freedom are a whole number above zero');
  }
  const angle = Math.atan(Math.abs(t) / Math.sqrt(degreesOfFreedom));
  const cosine = Math.cos(angle);
  const isOdd = degreesOfFreedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degreesOfFreedom === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= degreesOfFreedom - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  const within = isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return 0.5 + (Math.sign(t) * within) / 2;
}

/**
 * The value that Student's t distribution stays below with the chance `p`.
 * @example studentTQuantile(0.9, 36) // 1.3055
 * @throws RangeError for a chance that is not between 0 and 1
 */
export function studentTQuantile(p: number, degreesOfFreedom: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError('a chance lies between 0 and 1');
  if (p < 0.5) return -studentTQuantile(1 - p, degreesOfFreedom);
  let [low, high] = [0, 1];
  while (studentTCumulative(high, degreesOfFreedom) < p) high *= 2;
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (studentTCumulative(middle, degreesOfFreedom) < p) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The chance that a value of the F distribution is above `f`, for one or two numerator degrees of freedom: the square of
 * Student's t, and (1 + 2f ÷ d)^(−d ÷ 2).
 */
export function fSurvival(f: number, numerator: 1 | 2, denominator: number): number {
  if (numerator === 1) return 2 * (1 - studentTCumulative(Math.sqrt(f), denominator));
  return (1 + (2 * f) / denominator) ** (-denominator / 2);
}
