/** Rows by year in ascending order; a predictor is undefined where the record lacks it. Volumes in AF. */
export type OutlookTraining = {
  readonly years: readonly number[];
  readonly predictors: readonly (readonly (number | undefined)[])[];
  /** To come from the issue day to the end of the period. */
  readonly volumes: readonly number[];
  /** What came of the period before the issue day. */
  readonly before: readonly number[];
};

/** The year of the issue day: its predictors in the order of the training rows, and what came before, in AF. */
export type OutlookCurrent = {
  readonly year: number;
  /** Undefined where the predictor is late. */
  readonly values: readonly (number | undefined)[];
  readonly before: number;
};
