import { mean, standardDeviation } from '#lib/moments.ts';

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
const minSpread = 1e-9;

/** The standards of the predictors, in the order of the columns. */
export function standardsOf(rows: readonly PredictorRow[]): Standard[] {
  return (rows[0] ?? []).map((_, at) => {
    const values = rows.flatMap((row) => row[at] ?? []);
    const [middle, deviation] = [mean(values), standardDeviation(values)];
    const isUsed = values.length >= minYears && deviation > minSpread * Math.abs(middle);
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
