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

/** Mean absolute errors of the peak and Brier scores, leave-one-out, over the years with a forecast. */
export type FillSkillFigures = {
  years: number;
  mae_af: number;
  climatology_mae_af: number;
  brier: number;
  climatology_brier: number;
  /** Null where climatology has no error. */
  brier_skill: number | null;
};

export type FillReason =
  | { code: 'few-years'; years: number }
  | { code: 'no-storage' }
  | { code: 'no-outlook' }
  | { code: 'few-forecasts'; years: number }
  | { code: 'no-skill' };

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
