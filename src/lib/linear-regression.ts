import { Matrix, QrDecomposition, solve } from 'ml-matrix';
import { sumOfSquares } from './moments.ts';

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
