import * as z from 'zod/mini';
import { noTotal } from '#domain/season/reservoirs.ts';
import { minForecastYears } from '#domain/season/skill-score.ts';
import { minYearsForMedian } from '#domain/statistics/statistics.ts';
import { countOf } from '#lib/count-text.ts';

const number = z.nullable(z.number());

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

/** A past year: storage on the issue day, the peak until the date, and what the method would have said without that year. */
export const FillYear = z.object({
  year: z.int(),
  storage_af: z.number(),
  /** The leave-one-out forecast of the volume; null where the outlook has none for that year. */
  forecast_af: number,
  peak_af: z.number(),
  is_reached: z.boolean(),
  /** The first day, from the issue day to the date, at the target. */
  reached_on: z.nullable(z.iso.date()),
  /** From the storage of the issue day to the peak, over the days to the date: the mean gain that would fill that much. */
  gain_cfs: z.number(),
  predicted_peak_af: number,
  /** The chance of the target, 0 to 1. */
  predicted_chance: number,
});
export type FillYear = z.output<typeof FillYear>;

/**
 * The past years whose leave-one-out chance was from `from` to below `from` + 0.1, the last one up to 1: how many of them
 * were `expected` to reach the target, by the sum of the chances, and did; `deviation` is the standard deviation of that
 * number if the chances are right.
 */
export const ReliabilityBin = z.object({
  from: z.number(),
  years: z.int(),
  expected: z.number(),
  reached: z.int(),
  deviation: z.number(),
});
export type ReliabilityBin = z.output<typeof ReliabilityBin>;

/**
 * Mean absolute errors of the peak and Brier scores of reaching the target, leave-one-out, beside those of climatology: the
 * median peak, and the share of the other years that reached it. `brier_skill` is 1 − score ÷ climatology's, null where
 * climatology has no error; `brier_skill_low` is what it is above with a chance of 95 percent. `expected`, `reached` and
 * `deviation` are those of all `bins`, which compare the chances with what came.
 */
export const FillSkill = z.object({
  years: z.int(),
  mae_af: z.number(),
  climatology_mae_af: z.number(),
  brier: z.number(),
  climatology_brier: z.number(),
  brier_skill: number,
  brier_skill_low: number,
  expected: z.number(),
  reached: z.int(),
  deviation: z.number(),
  bins: z.array(ReliabilityBin),
});
export type FillSkill = z.output<typeof FillSkill>;

/**
 * The chance to reach the target by the date. `forecast`: 0.2 · share of past years + 0.8 ÷ (1 + e^−(b₀ + b₁ · storage + b₂ ·
 * forecast volume)), volumes in AF. `climatology`: the share of past years, where the other has no skill on this day or was
 * not reliable; `reason` says so. `peak_af` has the peaks in the order of `exceedances`.
 */
export const FillChance = z.object({
  method: z.enum(['forecast', 'climatology']),
  reason: z.nullable(z.string()),
  chance: z.number(),
  peak_af: z.array(z.number()),
  /** The median day on which the `years_reached` past years that reached the target first did so, `MM-DD`. */
  median_day: z.nullable(z.string()),
  years_reached: z.int(),
  coefficients: z.nullable(z.object({ b0: z.number(), b1: z.number(), b2: z.number() })),
  /** The forecast volume that it rests on. */
  outlook_af: number,
});
export type FillChance = z.output<typeof FillChance>;

export type FillReason =
  | { code: 'few-years'; years: number }
  | { code: 'no-storage' }
  | { code: 'no-outlook' }
  | { code: 'few-forecasts'; years: number }
  | { code: 'no-skill'; isBetter: boolean }
  | { code: 'unreliable'; expected: number; reached: number };

/** The same with its reason as data. */
export type FillChanceFigures = Omit<FillChance, 'reason'> & { reason: FillReason | null };

export type FillResult = {
  /** To the target, 0 where it is reached; null without storage. */
  space_af: number | null;
  required_cfs: number | null;
  years_with_gain: number | null;
  years: FillYear[];
  /** Null where it is withheld, for the `reasons`. */
  chance: FillChanceFigures | null;
  skill: FillSkill | null;
  reasons: FillReason[];
};

/** A sentence for people: why there is no chance, or why it is climatology. */
export function describeFillReason(reason: FillReason): string {
  switch (reason.code) {
    case 'few-years':
      return `Only ${countOf(reason.years, 'past year')} can be used; a chance needs ${minYearsForMedian}.`;
    case 'no-storage':
      return noTotal;
    case 'no-outlook':
      return 'There is no outlook for this day, so the chance is the share of past years.';
    case 'few-forecasts':
      return `Only ${countOf(reason.years, 'past year')} have a forecast and the storage; the method needs ${minForecastYears}, so the chance is the share of past years.`;
    case 'no-skill':
      return `On this day, storage and forecast explain the fill ${reason.isBetter ? 'hardly' : 'no'} better than past years do, so the chance is the share of past years.`;
    case 'unreliable':
      return `On this day, what the method said of past years was not reliable (${reason.expected.toFixed(1)} were expected to reach the target, ${reason.reached} did; see the reliability), so the chance is the share of past years.`;
  }
}
