import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { IssueDay } from './outlook.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/** A past year: storage on the issue day, the peak until the date, and what the method would have said without that year. */
export const FillYear = z.object({
  year: z.int(),
  storage_af: z.number(),
  /** The leave-one-out forecast of the volume; null where the outlook has none for that year. */
  forecast_af: number,
  peak_af: z.number(),
  is_reached: z.boolean(),
  /** The first day, from the issue day to the date, at the target. */
  reached_on: z.nullable(Day),
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

/** What it takes to fill reservoirs to a share of their capacity by a date. */
export const Fill = z.object({
  id: z.string(),
  label: z.string(),
  /** Of the outlook that it follows from. */
  point: z.string(),
  point_label: z.string(),
  members: z.array(
    z.object({
      loc_ndx: z.int(),
      loc_id: z.string(),
      loc_name: z.string(),
      capacity_af: z.number(),
      storage_af: number,
      is_demonstration: z.boolean(),
      /** Whose values they are. */
      delivered_by: z.string(),
    }),
  ),
  issued: Day,
  first_issue: Day,
  last_issue: Day,
  by: Day,
  /** From the issue day to the date. */
  days: z.int(),
  /** A share of the capacity, 0 to 1. */
  target: z.number(),
  capacity_af: z.number(),
  target_af: z.number(),
  /** The sum over all members on the last day, at most 3 days before the issue day, on which every one has a value. */
  storage: z.nullable(z.object({ rdate: Day, value_af: z.number(), provisional: z.number() })),
  /** To the target, 0 where it is reached; null without storage. */
  space_af: number,
  /** The mean gain that reaches the target on the date. */
  required_cfs: number,
  /** In how many of the years the mean gain was at least that. */
  years_with_gain: z.nullable(z.int()),
  years: z.array(FillYear),
  /** Null where it is withheld, for the `reasons` in plain words. */
  chance: z.nullable(FillChance),
  /** Of the forecast method, even where it is not used; null without enough years. */
  skill: z.nullable(FillSkill),
  reasons: z.array(z.string()),
  is_demonstration: z.boolean(),
});
export type Fill = z.output<typeof Fill>;

/** What a query asks of a fill, apart from its issue day. */
export const fillQuestion = {
  by: z.optional(z.iso.date('expected a day such as 2026-07-01')),
  target: z.optional(
    z.string().check(z.regex(/^(0\.\d{1,4}|1(\.0{1,4})?)$/, 'expected a share such as 0.97')),
  ),
};

/** Without days: those of the outlook, and the end of its period. */
export const readFill = defineEndpoint({
  method: 'GET',
  access: 'signed-in',
  tags: ['Outlook'],
  name: 'readFill',
  summary: 'The space left in reservoirs, the gain that fills it by a date, and the chance of that',
  path: '/api/fill/:id',
  params: z.object({ id: z.string() }),
  query: z.object({
    issued: IssueDay,
    ...fillQuestion,
  }),
  response: Fill,
  errors: [404],
});
