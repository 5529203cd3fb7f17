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

/** The training years before a year. */
export function yearsBefore(training: OutlookTraining, year: number): OutlookTraining {
  const isBefore = (_: unknown, at: number) => (training.years[at] ?? year) < year;
  return {
    years: training.years.filter(isBefore),
    predictors: training.predictors.filter(isBefore),
    volumes: training.volumes.filter(isBefore),
    before: training.before.filter(isBefore),
  };
}

/** @throws RangeError for rows of different counts, years that do not ascend, and values that are no numbers */
export function checkTraining(training: OutlookTraining, current: OutlookCurrent): void {
  const { years, predictors, volumes, before } = training;
  const areNumbers = (values: readonly (number | undefined)[]) =>
    values.every((value) => value === undefined || Number.isFinite(value));
  if ([predictors, volumes, before].some(({ length }) => length !== years.length)) {
    throw new RangeError('every training year needs a row of predictors, a volume and what came before');
  }
  if (years.some((year, at) => at > 0 && year <= (years[at - 1] ?? year))) {
    throw new RangeError('training years ascend');
  }
  if (predictors.some(({ length }) => length !== current.values.length)) {
    throw new RangeError('every training year has the predictors of the issue day');
  }
  if (![...predictors, volumes, before, current.values, [current.before]].every(areNumbers)) {
    throw new RangeError('predictors and volumes are finite numbers');
  }
}
