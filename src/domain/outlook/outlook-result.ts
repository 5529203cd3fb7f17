import type { OutlookReason } from './withheld-reason.ts';

/** The chances, in percent, that a volume is exceeded: those of the table, and the quartiles of the fan. */
export const chancesOfExceedance = [90, 75, 70, 50, 30, 25, 10] as const;
export type ExceedanceVolumes = Record<(typeof chancesOfExceedance)[number], number>;

/**
 * A predictor beside its training years. `weight` is its share, 0 to 1, of the absolute coefficients; `effect` is what it
 * adds to the root of the volume, in √AF. Null where the model does not use it, or where there is no model.
 */
export type PredictorFigures = {
  mean: number | null;
  deviation: number | null;
  /** In how many of the training years it has a value. */
  years: number;
  z: number | null;
  weight: number | null;
  effect: number | null;
  is_late: boolean;
};

/**
 * √volume = intercept + Σ coefficient · z, in the order of the predictors; coefficients in √AF per standard deviation. The
 * same through the components: intercept + Σ coefficient · Σ loading · z.
 */
export type FittedModel = {
  method: 'principal-components' | 'z-scores';
  intercept: number;
  components: { coefficient: number; loadings: number[] }[];
  coefficients: number[];
  /** Of the regression, in √AF. */
  standard_error: number;
  degrees_of_freedom: number;
  range: { kind: 'past-errors' | 'student-t'; count: number; factor: number };
  /** The training data that were used, as they came; null where a record lacks a value. */
  years: number[];
  predictors: (number | null)[][];
  volumes: number[];
};

/** A past year. Volumes in AF, of the whole period; no forward forecast before the 21st year. */
export type HindcastRow = {
  year: number;
  observed_af: number;
  leave_one_out_af: number;
  forward_af: number | null;
  forward_low_af: number | null;
  forward_high_af: number | null;
  is_held: boolean | null;
};

/**
 * Errors of the leave-one-out forecasts, in AF. `nse` and the climatology are of what was still to come on the issue day,
 * `percent_error_sd` is in percent of the whole period. The forward 80 percent range `held` in so many of `tried` years.
 */
export type SkillFigures = {
  years: number;
  nse: number;
  /** What `nse` is above with a chance of 95 percent. */
  nse_low: number;
  rmse_af: number;
  mae_af: number;
  climatology_rmse_af: number;
  percent_error_sd: number;
  held: number;
  tried: number;
};

/** A past year with similar predictors. What came in it, in AF of the whole period, is no forecast. */
export type AnalogYear = { year: number; distance: number; volume_af: number };

export type OutlookIssued = {
  kind: 'issued';
  predictors: PredictorFigures[];
  model: FittedModel;
  /** Of the whole period, in AF. */
  volumes: ExceedanceVolumes;
  /** Of what is still to come, in AF: what `fanOf` spreads over the days. */
  remaining: ExceedanceVolumes;
  hindcast: HindcastRow[];
  skill: SkillFigures;
  /** Nearest first. */
  analogs: AnalogYear[];
};

export type OutlookWithheld = { kind: 'withheld'; predictors: PredictorFigures[]; reasons: OutlookReason[] };

/** Plain data only, so that it can be sent from a worker thread. */
export type OutlookResult = OutlookIssued | OutlookWithheld;
