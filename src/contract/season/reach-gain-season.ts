import * as z from 'zod/mini';
import { parseReference, seasonStarts } from '#domain/season/gain-season.ts';
import { defineEndpoint } from '../endpoint.ts';
import { locationNumber } from '../record-fields.ts';
import { readYears } from './water-year.ts';

const wholeNumbers = z.array(z.int());

/** The statistics of the gains from the first day of the season to each of its days, by place. */
const GainGround = z.object({
  minimum: wholeNumbers,
  p10: wholeNumbers,
  p25: wholeNumbers,
  median: wholeNumbers,
  p75: wholeNumbers,
  p90: wholeNumbers,
  maximum: wholeNumbers,
});

/**
 * What one season gained from its first day to each of its days without a break, in acre-feet, and how many of them were
 * estimated up to each. `places` are the days of the season as a leap year has them, from 1. `revisable_from` is the first
 * place that is provisional or estimated.
 */
export const GainCurveRecord = z.object({
  year_num: z.string(),
  places: wholeNumbers,
  values: wholeNumbers,
  estimated_days: wholeNumbers,
  revisable_from: z.nullable(z.int()),
});
export type GainCurveRecord = z.output<typeof GainCurveRecord>;

/**
 * The sum of the running season through `through`, the last day of the record or the day before a gap that is too long to
 * bridge. `rank` is 1 for the largest and `low_rank` for the smallest gain to the same day of the `years` whose sum comes
 * so far. `median` and `minimum` are those of the reference, `lowest_year` is the year of that minimum, and `last_year_gain` is
 * null if the sum of the year before has ended at a gap. Gains are whole acre-feet.
 */
const GainSumRecord = z.object({
  through: z.iso.date(),
  gain: z.int(),
  approval: z.string(),
  days_measured: z.int(),
  days_estimated: z.int(),
  rank: z.int(),
  low_rank: z.int(),
  years: z.int(),
  median: z.nullable(z.int()),
  minimum: z.nullable(z.int()),
  lowest_year: z.nullable(z.string()),
  last_year: z.nullable(z.string()),
  last_year_gain: z.nullable(z.int()),
  percent_of_median: z.nullable(z.number()),
});

/**
 * The mean gain that the `days_left` need to end the season at the reference's `median_at_end`, in acre-feet a day and in
 * cfs; `usual_cfs` is the median of what the reference years gained on these days. Null if the sum has ended at a gap,
 * the season is over, or there is no median.
 */
const GainPaceRecord = z.object({
  median_at_end: z.int(),
  days_left: z.int(),
  acre_feet_per_day: z.number(),
  cfs: z.number(),
  usual_cfs: z.number(),
});

/**
 * The latest season of a reach, `from` its first day to `ends`, against the same days of the reference: the seasons of its
 * years that are complete to their last day. `latest` is the season's last day with a value; `days_missing` counts the
 * days up to it that have none and are not bridged. `sum` is null if the first days have no value, and `ground` if the
 * reference has too few seasons. `curves` are the running season, the one before and the lowest of the reference.
 */
export const ReachGainSeason = z.object({
  loc_name: z.string(),
  parameter_name: z.string(),
  start: z.enum(seasonStarts),
  year_num: z.string(),
  from: z.iso.date(),
  ends: z.iso.date(),
  latest: z.iso.date(),
  days_missing: z.int(),
  reference: z.object({
    from: z.int(),
    to: z.int(),
    count: z.int(),
    first_year: z.nullable(z.int()),
    last_year: z.nullable(z.int()),
    provisional: z.int(),
  }),
  sum: z.nullable(GainSumRecord),
  pace: z.nullable(GainPaceRecord),
  ground: z.nullable(GainGround),
  curves: z.array(GainCurveRecord),
});
export type ReachGainSeason = z.output<typeof ReachGainSeason>;

/** From November 1 by default, against 1991–2020. Without values there is no season. */
export const readReachGainSeason = defineEndpoint({
  ...readYears,
  summary: 'The gain of a reach since the first day of a season, against the same days of other years',
  path: '/api/reach-gains-season/:location',
  params: z.object({ location: locationNumber }),
  query: z.object({
    start: z.optional(z.enum(seasonStarts)),
    reference: z.optional(
      z
        .string()
        .check(
          z.refine((text) => parseReference(text) !== undefined, 'must be years such as 1991-2020, or all'),
        ),
    ),
  }),
  response: z.nullable(ReachGainSeason),
  errors: [404],
});
