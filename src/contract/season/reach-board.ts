import * as z from 'zod/mini';
import { parseReference, seasonStarts } from '#domain/season/gain-season.ts';
import { defineEndpoint } from '../endpoint.ts';
import { BriefReach } from '../group-findings.ts';

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
    is_demonstration: true,
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
    reference: z.optional(
      z
        .string()
        .check(
          z.refine((text) => parseReference(text) !== undefined, 'must be years such as 1991-2020, or all'),
        ),
    ),
    error: z.optional(z.string().check(z.regex(errorPercent, 'must be a percentage from 0 to 50'))),
  }),
  maxAge: 60,
  variesByCaller: true,
  response: z.nullable(ReachBoard),
  errors: [400],
});
