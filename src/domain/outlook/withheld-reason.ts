import { countOf } from '#lib/count-text.ts';
import { formatFixed, formatPercent } from '#lib/format-number.ts';
import { minSkill } from '../skill-score.ts';

/** The training years that an outlook needs, and how many days of the observed flow may be missing. */
export const minTrainingYears = 20;
export const maxMissingDays = 3;
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
      return `On this issue day, forecasts of past years were hardly better than their mean: the Nash–Sutcliffe efficiency was ${formatFixed(reason.nse, 2)}, and above ${formatFixed(reason.low, 2)} with a chance of 95 %. An outlook needs ${minSkill} and more than 0.`;
    case 'regulated':
      return 'This flow is regulated: what reservoirs store and release does not follow from the snow.';
    case 'missing-flow':
      return `The observed flow of the period lacks ${countOf(reason.days, 'day')}, more than ${maxMissingDays}.`;
  }
}
