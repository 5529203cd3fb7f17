import * as z from 'zod/mini';
import { csvOnly, linkName, linkQuery, notes, readNamedFile } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { BriefReach } from '#contract/group-findings.ts';
import { locationNumber } from '#contract/record-fields.ts';
import { readYears } from '#contract/season/water-year.ts';
import { parseReference, seasonStarts } from '#domain/season/gain-season.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/**
 * What a reach gained from one day to another: the mean of a week in cfs, the sum of a month or season in acre-feet. The
 * class and what belongs to it compare it with the same days of the water years 1991–2020 that have them all, `rank` with
 * all years up to its own; `of.percent` is null unless the gain is positive and the median at least 100 cfs or 5,000 AF.
 * `error` is how far it may be off if each gage at an end is off by the asked share of its flow; null where a flow is
 * missing. `estimated` days bridge a gap.
 */
const WindowGain = z.extend(
  z.pick(BriefReach, { class: true, percentile: true, of: true, rank: true, year_before: true }),
  { from: Day, to: Day, gain: z.number(), error: number, estimated: z.int() },
);
export type WindowGain = z.output<typeof WindowGain>;

/** The windows of a reach; null where a day is missing. `month` is null, too, where it has the same days as the season. */
const Windows = z.object({
  week: z.nullable(WindowGain),
  month: z.nullable(WindowGain),
  season: z.nullable(WindowGain),
});

/** Means in cfs of the weeks of the season, the last up to its last day, or of its days while it has fewer than 8 weeks, and the medians of the same in 1991–2020. */
const Weeks = z.object({ weeks: z.array(number), usual_weeks: z.array(number) });

/**
 * A reach between two gages. `through` is its last day with a value on or before that of the board, where its windows end;
 * null without one in the 30 days before. `reference_gain` is the median of the season's same days in the reference years, in
 * acre-feet. `pace` is the mean gain in cfs that the days left need to end at the median of the reference, beside the
 * `usual` one; null where the season is over or its sum has ended. With `is_withheld`, the caller needs an account.
 */
const BoardReach = z.object({
  ...z.pick(BriefReach, {
    loc_ndx: true,
    loc_id: true,
    loc_name: true,
    delivered_by: true,
  }).shape,
  ...Windows.shape,
  ...Weeks.shape,
  is_withheld: z.boolean(),
  from_name: z.string(),
  to_name: z.string(),
  through: z.nullable(Day),
  is_provisional: z.boolean(),
  reference_gain: number,
  pace: z.nullable(z.object({ days_left: z.int(), cfs: z.number(), usual: z.number() })),
});
export type BoardReach = z.output<typeof BoardReach>;

/**
 * All reaches of the basin file's rivers on a day, in downstream order. `sum` is that of the reaches with a value on `on`,
 * `names`, as a reach of its own; null with fewer than two. `windows` are those that end on `on`.
 */
export const ReachBoard = z.object({
  on: Day,
  first: z.nullable(Day),
  newest: z.nullable(Day),
  start: z.enum(seasonStarts),
  reference: z.string(),
  error_percent: z.number(),
  windows: z.object({
    week: z.object({ from: Day, to: Day }),
    month: z.nullable(z.object({ from: Day, to: Day })),
    season: z.object({ from: Day, to: Day }),
  }),
  reaches: z.array(BoardReach),
  sum: z.nullable(
    z.extend(Windows, { ...Weeks.shape, names: z.array(z.string()), is_provisional: z.boolean() }),
  ),
});
export type ReachBoard = z.output<typeof ReachBoard>;

const reference = z
  .string()
  .check(z.refine((text) => parseReference(text) !== undefined, 'must be years such as 1991-2020, or all'));

/** A percentage from 0 to 50 with at most one decimal. */
const errorPercent = /^(50|[1-4]?\d(\.\d)?)$/;
export const defaultGageError = 5;

/** The latest day with values since November 1 against 1991–2020, with gages off by 5 percent, by default. */
export const readReachBoard = defineEndpoint({
  summary:
    'What each reach gains: the week, the month and the season to date against the same days of other years',
  method: 'GET',
  path: '/api/reach-board',
  access: 'open',
  query: z.object({
    on: z.optional(z.string()),
    start: z.optional(z.enum(seasonStarts)),
    reference: z.optional(reference),
    error: z.optional(z.string().check(z.regex(errorPercent, 'must be a percentage from 0 to 50'))),
  }),
  maxAge: 60,
  variesByCaller: true,
  response: z.nullable(ReachBoard),
  errors: [400],
});

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
    reference: z.optional(reference),
  }),
  response: z.nullable(ReachGainSeason),
  errors: [404],
});

export const readSeasonGainLink = defineEndpoint({
  ...readNamedFile,
  subject: 'Data links',
  summary: 'The gain of a reach since the first day of a season, against other years, as CSV',
  path: '/api/data/season-gain.:format',
  params: csvOnly,
  query: linkQuery({
    site: linkName,
    since: z.optional(z.enum(seasonStarts, `must be ${seasonStarts.join(', ')}`)),
    reference: z.optional(
      linkName.check(
        z.refine((text) => parseReference(text) !== undefined, 'must be years such as 1991-2020, or all'),
      ),
    ),
    notes,
  }),
});
