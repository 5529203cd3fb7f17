import * as z from 'zod/mini';
import { maxMissingDays } from '#domain/season/period-flow.ts';
import { minSkill } from '#domain/season/skill-score.ts';
import { median } from '#domain/statistics/statistics.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed, formatPercent } from '#lib/format-number.ts';

const number = z.nullable(z.number());

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
 * A past year: the volume that came, the forecast for it by all other years, and the one by earlier years only with its 80
 * percent range; those are null for the years before the first forward forecast. Volumes in AF, of the whole period.
 */
export const HindcastYear = z.object({
  year: z.int(),
  observed_af: z.number(),
  leave_one_out_af: z.number(),
  forward_af: number,
  forward_low_af: number,
  forward_high_af: number,
  /** Whether the range held what came. */
  is_held: z.nullable(z.boolean()),
});
export type HindcastYear = z.output<typeof HindcastYear>;

/**
 * How good the method was. `nse` is the Nash–Sutcliffe efficiency of the leave-one-out forecasts, and above `nse_low` with a
 * chance of 95 percent; an outlook needs 0.05, and more than 0. `rmse_af` is their root mean
 * square error, `climatology_rmse_af` that of the mean of the other years; `percent_error_sd` is the standard deviation of
 * their errors in percent of what came. The forward 80 percent range `held` in so many of `tried` years.
 */
export const OutlookSkill = z.object({
  years: z.int(),
  nse: z.number(),
  nse_low: z.number(),
  rmse_af: z.number(),
  mae_af: z.number(),
  climatology_rmse_af: z.number(),
  percent_error_sd: z.number(),
  held: z.int(),
  tried: z.int(),
});
export type OutlookSkill = z.output<typeof OutlookSkill>;

/**
 * The fitted model: √volume = intercept + Σ coefficient · z, with z from the means and deviations of the predictors, in
 * their order. `principal-components` keeps the first components of the standardized predictors; each has its loadings and
 * its coefficient. `z-scores` is used while a predictor is late: `loadings` are then the weights of one index.
 */
export const OutlookModel = z.object({
  method: z.enum(['principal-components', 'z-scores']),
  intercept: z.number(),
  components: z.array(z.object({ coefficient: z.number(), loadings: z.array(z.number()) })),
  coefficients: z.array(z.number()),
  /** Of the regression, in √AF. */
  standard_error: z.number(),
  degrees_of_freedom: z.int(),
  /** What the range rests on: `past-errors` of so many forward forecasts, or `student-t`, widened by 1.25. */
  range: z.object({ kind: z.enum(['past-errors', 'student-t']), count: z.int(), factor: z.number() }),
  /** The training data: a row of predictors per year, null where a record lacks it, and the volumes that followed. */
  years: z.array(z.int()),
  predictors: z.array(z.array(number)),
  /** From the issue day to the end of the period, in AF. */
  volumes: z.array(z.number()),
});
export type OutlookModel = z.output<typeof OutlookModel>;

/** A past year with similar predictors. What came in it, in AF of the whole period, is no forecast. */
export type OutlookAnalog = { year: number; distance: number; volume_af: number };

export type OutlookIssued = {
  kind: 'issued';
  predictors: PredictorFigures[];
  model: OutlookModel;
  /** Of the whole period, in AF. */
  volumes: ExceedanceVolumes;
  /** Of what is still to come, in AF: what `fanOf` spreads over the days. */
  remaining: ExceedanceVolumes;
  hindcast: HindcastYear[];
  skill: OutlookSkill;
  /** Nearest first. */
  analogs: OutlookAnalog[];
};

type OutlookWithheld = { kind: 'withheld'; predictors: PredictorFigures[]; reasons: OutlookReason[] };

/** Plain data only, so that it can be sent from a worker thread. */
export type OutlookResult = OutlookIssued | OutlookWithheld;

/** The training years that an outlook needs. */
export const minTrainingYears = 20;
/** The share of the predictors' weight that may be late. */
export const maxLateWeight = 0.25;

/**
 * Why there is no outlook. `regulated` and `missing-flow` are known from the basin file and the record, the others come of
 * the computation.
 */
export type OutlookReason =
  | { code: 'few-years'; years: number }
  | { code: 'late-predictors'; late: number; predictors: number; weight: number }
  | { code: 'no-relation'; years: number }
  | { code: 'no-skill'; nse: number; low: number }
  | { code: 'regulated' }
  | { code: 'missing-flow'; days: number };

/** A sentence for people, e.g. `Only 12 years have both the predictors and the volume; 20 are needed.` */
export function describeReason(reason: OutlookReason): string {
  switch (reason.code) {
    case 'few-years':
      return `Only ${countOf(reason.years, 'past year')} can be used; an outlook needs ${minTrainingYears}.`;
    case 'late-predictors':
      return `${reason.late} of ${countOf(reason.predictors, 'predictor')} have no value yet; they carry ${formatPercent(reason.weight * 100)} of the weight, more than ${formatPercent(maxLateWeight * 100)}.`;
    case 'no-relation':
      return `In ${countOf(reason.years, 'past year')}, these predictors do not explain the flow on this day.`;
    case 'no-skill':
      return `On this issue day, forecasts of past years were ${reason.nse > 0 ? 'hardly' : 'no'} better than their mean: the Nash–Sutcliffe efficiency was ${formatFixed(reason.nse, 2)}, and above ${formatFixed(reason.low, 2)} with a chance of 95 %. An outlook needs ${minSkill} and more than 0.`;
    case 'regulated':
      return 'This flow is regulated: what reservoirs store and release does not follow from the snow.';
    case 'missing-flow':
      return `The observed flow of the period lacks ${countOf(reason.days, 'day')}, more than ${maxMissingDays}.`;
  }
}

/** Cumulative volumes by the end of each day, in AF, one list per chance of exceedance. */
type Fan = { p90: number[]; p75: number[]; p50: number[]; p25: number[]; p10: number[] };

/**
 * Spreads the volumes that are still to come over the days from the issue day to the end of the period: by each day, the
 * median of the shares that had come of them in past years. `pastDays` has a row per past year with the volume of each of
 * these days, in AF, all of the same number of days; years in which nothing came are left out. Empty without any year.
 */
export function fanOf(
  pastDays: readonly (readonly number[])[],
  before: number,
  remaining: ExceedanceVolumes,
): Fan {
  const curves = pastDays.flatMap((days) => {
    const sums = cumulate(days);
    const total = sums.at(-1) ?? 0;
    return total > 0 ? [sums.map((sum) => sum / total)] : [];
  });
  const shares = curves[0]?.map((_, day) => median(curves.map((curve) => curve[day] ?? 1))) ?? [];
  const spread = (volume: number) => shares.map((share) => before + share * volume);
  return {
    p90: spread(remaining[90]),
    p75: spread(remaining[75]),
    p50: spread(remaining[50]),
    p25: spread(remaining[25]),
    p10: spread(remaining[10]),
  };
}

function cumulate(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
