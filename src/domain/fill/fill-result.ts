import { countOf } from '#lib/count-text.ts';
import { minYearsForMedian } from '../statistics.ts';
/** With five years per coefficient, a regression of three says something. */
export const minForecastYears = 15;

/**
 * A past year's storage from the issue day to the date, in AF, and the leave-one-out forecast of its volume; null where the
 * outlook has none. `gain_cfs` is the mean gain to the peak, over the days to the date.
 */
export type FillHistoryYear = {
  readonly year: number;
  readonly storage_af: number;
  readonly forecast_af: number | null;
  readonly peak_af: number;
  /** The first day at the target. */
  readonly reached_on: string | null;
  readonly gain_cfs: number;
};

export type FillInput = {
  readonly years: readonly FillHistoryYear[];
  readonly capacity_af: number;
  readonly target_af: number;
  /** From the issue day to the date. */
  readonly days: number;
  /** On the issue day. */
  readonly storage_af: number | undefined;
  /** The median of the outlook, of the whole period. */
  readonly outlook_af: number | undefined;
};

/** A past year with what the method says of it without that year; null where it has no forecast. */
export type FillYearFigures = {
  year: number;
  storage_af: number;
  forecast_af: number | null;
  peak_af: number;
  is_reached: boolean;
  reached_on: string | null;
  gain_cfs: number;
  predicted_peak_af: number | null;
  predicted_chance: number | null;
};

/** The years whose chance lies in a tenth: how many of them were `expected` to reach the target, and did. */
export type ReliabilityBin = {
  /** From 0 to 0.9; the upper end is 0.1 higher and belongs to the next one, except 1. */
  from: number;
  years: number;
  /** The sum of the chances. */
  expected: number;
  reached: number;
  /** Of the number that reaches the target, if the chances are right. */
  deviation: number;
};

/**
 * Mean absolute errors of the peak, Brier scores and the reliability of the chances, leave-one-out, over the years with a
 * forecast.
 */
export type FillSkillFigures = {
  years: number;
  mae_af: number;
  climatology_mae_af: number;
  brier: number;
  climatology_brier: number;
  /** Null where climatology has no error. */
  brier_skill: number | null;
  /** What the skill is above with a chance of 95 percent; null likewise. */
  brier_skill_low: number | null;
  expected: number;
  reached: number;
  deviation: number;
  /** Of the tenths that have a year. */
  bins: ReliabilityBin[];
};

export type FillReason =
  | { code: 'few-years'; years: number }
  | { code: 'no-storage' }
  | { code: 'no-outlook' }
  | { code: 'few-forecasts'; years: number }
  | { code: 'no-skill' }
  | { code: 'unreliable'; expected: number; reached: number };

export type FillChanceFigures = {
  method: 'forecast' | 'climatology';
  /** Why it is climatology. */
  reason: FillReason | null;
  chance: number;
  /** The peaks that are exceeded with 90, 70, 50, 30 and 10 percent chance. */
  peak_af: number[];
  /** The median first day at the target of the years that reached it, `MM-DD`. */
  median_day: string | null;
  years_reached: number;
  /** Of the log odds, per AF. */
  coefficients: { b0: number; b1: number; b2: number } | null;
  outlook_af: number | null;
};

export type FillResult = {
  /** To the target, 0 where it is reached; null without storage. */
  space_af: number | null;
  required_cfs: number | null;
  years_with_gain: number | null;
  years: FillYearFigures[];
  /** Null where it is withheld, for the `reasons`. */
  chance: FillChanceFigures | null;
  skill: FillSkillFigures | null;
  reasons: FillReason[];
};

/** A sentence for people: why there is no chance, or why it is climatology. */
export function describeFillReason(reason: FillReason): string {
  switch (reason.code) {
    case 'few-years':
      return `Only ${countOf(reason.years, 'past year')} can be used; a chance needs ${minYearsForMedian}.`;
    case 'no-storage':
      return 'A reservoir has no storage on this day or the 3 days before it, so there is no total.';
    case 'no-outlook':
      return 'There is no outlook for this day, so the chance is the share of past years.';
    case 'few-forecasts':
      return `Only ${countOf(reason.years, 'past year')} have a forecast and the storage; the method needs ${minForecastYears}, so the chance is the share of past years.`;
    case 'no-skill':
      return 'On this day, storage and forecast explain the fill no better than past years do, so the chance is the share of past years.';
    case 'unreliable':
      return `On this day, what the method said of past years was not reliable (${reason.expected.toFixed(1)} were expected to reach the target, ${reason.reached} did; see the reliability), so the chance is the share of past years.`;
  }
}
