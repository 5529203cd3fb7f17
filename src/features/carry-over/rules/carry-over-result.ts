import * as z from 'zod/mini';
import { noTotal } from '#domain/season/reservoirs.ts';
import { minForecastYears, minSkill } from '#domain/season/skill-score.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed } from '#lib/format-number.ts';

const number = z.nullable(z.number());

/** A past winter beside what was said of its carry-over without it; null where the method could not be fitted. */
export const CarryOverYear = z.object({
  year: z.int(),
  storage_af: z.number(),
  flow_af: number,
  carry_over_af: z.number(),
  predicted_af: number,
});
export type CarryOverYear = z.output<typeof CarryOverYear>;

/**
 * Mean absolute errors of the carry-over, leave-one-out, beside those of climatology, the median of the other years. `skill`
 * is 1 − error ÷ climatology's, null where climatology has no error; `skill_low` is what it is above with a chance of 95
 * percent.
 */
export const CarryOverSkill = z.object({
  years: z.int(),
  mae_af: z.number(),
  climatology_mae_af: z.number(),
  skill: number,
  skill_low: number,
});
export type CarryOverSkill = z.output<typeof CarryOverSkill>;

/** Carry-over = intercept + storage · b + flow · c, in AF; `flow` is null where it is not used. */
export const CarryOverModel = z.object({ intercept: z.number(), storage: z.number(), flow: number });
export type CarryOverModel = z.output<typeof CarryOverModel>;

export type CarryOverReason =
  | { readonly code: 'no-storage' }
  | { readonly code: 'few-years'; readonly years: number }
  | { readonly code: 'no-skill'; readonly skill: number; readonly low: number }
  | { readonly code: 'unreliable'; readonly held: number; readonly tried: number };

/** A sentence for people: why there is no carry-over. */
export function describeCarryOverReason(reason: CarryOverReason): string {
  switch (reason.code) {
    case 'no-storage':
      return noTotal;
    case 'few-years':
      return `Only ${countOf(reason.years, 'past winter')} can be used; a carry-over needs ${minForecastYears}.`;
    case 'no-skill':
      return `On this day, past winters were ${reason.skill > 0 ? 'hardly' : 'no'} better foreseen by their storage than by the median of the others: the skill was ${formatFixed(reason.skill, 2)}, and above ${formatFixed(reason.low, 2)} with a chance of 95 %. A carry-over needs ${minSkill} and more than 0.`;
    case 'unreliable':
      return `On this day, the 80 % range held the carry-over in ${reason.held} of ${countOf(reason.tried, 'past winter')}, each foreseen from the winters before it only. That is too seldom for a range.`;
  }
}
