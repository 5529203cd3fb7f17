/** The arithmetic mean; NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function sumOfSquares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

/** The sum of the squared distances from the mean. */
export function squaredDeviations(values: readonly number[]): number {
  const middle = mean(values);
  return sumOfSquares(values.map((value) => value - middle));
}

/** With n − 1; NaN with fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(squaredDeviations(values) / (values.length - 1));
}

/** Pearson's correlation of pairs, NaN where one side does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const [middle, otherMiddle] = [mean(ones), mean(others)];
  const shared = pairs.reduce((sum, [one, other]) => sum + (one - middle) * (other - otherMiddle), 0);
  return shared / Math.sqrt(squaredDeviations(ones) * squaredDeviations(others));
}
