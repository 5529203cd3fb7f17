import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { regress } from './linear-regression.ts';
import { mean, standardDeviation } from './moments.ts';

/** The chance of an event by its row. */
export type Logistic = {
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
