import * as z from 'zod/mini';
import { standingClasses } from '#domain/standing.ts';
import { defineEndpoint } from './endpoint.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());
const Approval = z.enum(['A', 'P']);

const site = { loc_ndx: z.int(), loc_id: z.string(), loc_name: z.string() };

/** A record of a site. The values of a depth to water shrink where the water rises (`is_depth`). */
const record = {
  ...site,
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  is_depth: z.boolean(),
  is_demonstration: z.boolean(),
};

/**
 * The last value on or before the day of the brief that passes the quality rules; `rdate`, `value` and `approval` are null
 * without one. `interval_days` is the usual number of days between values, by which a value is late.
 */
const latest = {
  rdate: z.nullable(Day),
  value: number,
  approval: z.nullable(Approval),
  interval_days: z.int(),
};

/**
 * A member of the system's storage. `last_year` and `median` (1991–2020) are those of the same date as its value; a year
 * before February 29 is February 28. `capacity` is in AF.
 */
export const BriefReservoir = z.object({
  ...record,
  ...latest,
  capacity: number,
  last_year: number,
  median: number,
});
export type BriefReservoir = z.output<typeof BriefReservoir>;

/**
 * The sum over all members on the last day, at most 30 days before the brief, on which every one of them has a value: a sum
 * without one of its members would be wrong. `changes` are differences from the sums 1, 7 and 30 days before, `last_year`
 * the sum on the same date of the year before (for February 29, on February 28); each is null where a member has no value.
 * `median` is that of the sums on this date in `median_years` of the water years 1991–2020, null and 0 if they are too few;
 * February 29 pools the days before and after it. `rank` is 1 for the highest and `low_rank` 1 for the lowest sum on this
 * date in the `years` years up to its own; only leap years have a February 29. `provisional` is the share, 0 to 1, of the
 * members' values that may still be revised.
 */
export const BriefTotal = z.object({
  rdate: Day,
  value: z.number(),
  changes: z.array(z.object({ days: z.int(), change: number })),
  last_year: number,
  median: number,
  median_years: z.int(),
  rank: z.int(),
  low_rank: z.int(),
  years: z.int(),
  provisional: z.number(),
});

/**
 * The storage of a system of reservoirs. `newest` is the last day on which any member has a value. `total` is null where
 * neither the day of the brief nor one of the 30 days before has values of all members. `missing` names the members without
 * a value on `newest`, also those that the portal does not show, which are not in `members`. `capacity` is that of all
 * members, null unless all are known.
 */
export const BriefStorage = z.object({
  label: z.string(),
  parameter_name: z.string(),
  units_name: z.string(),
  capacity: number,
  newest: z.nullable(Day),
  total: z.nullable(BriefTotal),
  missing: z.array(z.string()),
  members: z.array(BriefReservoir),
});
export type BriefStorage = z.output<typeof BriefStorage>;

/**
 * Snow water equivalent of a group of sites on `rdate`, the last day on which any of them has a value, at most 7 days
 * before the brief; null without one, and without a site that has both a value and a median, all figures are null.
 * `percent_of_median` is the sum of the values over the sum of the medians of the date, both over the `count` sites that
 * have both; null below an inch of median on average. `percent_of_peak` divides by the sum of the medians of the yearly
 * peaks of the same sites, null unless all of them have one. `sites` counts the whole group, and `missing` names those
 * without a value on `rdate`.
 */
export const BriefSnow = z.object({
  label: z.string(),
  rdate: z.nullable(Day),
  value: number,
  median: number,
  median_peak: number,
  percent_of_median: number,
  percent_of_peak: number,
  count: z.int(),
  sites: z.int(),
  /** The share, 0 to 1, of the values of the `count` sites that may still be revised. */
  provisional: number,
  is_demonstration: z.boolean(),
  missing: z.array(z.string()),
});
export type BriefSnow = z.output<typeof BriefSnow>;

/**
 * A gage, spring or other record. `change` is that from the day before, `mean_7` the mean of the seven days up to `rdate`,
 * null unless all have a value. `median` and `percent_of_median` compare the value with the same day, or month, of
 * 1991–2020, which has `median_years` years; `class` also with all years on record up to `rdate`. They are null while the
 * statistics are not stored. `recent` are the 30 days up to the day of the brief, null where a day has no value.
 */
export const BriefFlow = z.object({
  ...record,
  ...latest,
  change: number,
  mean_7: number,
  class: z.nullable(z.enum(standingClasses)),
  median: number,
  percent_of_median: number,
  median_years: z.int(),
  recent: z.object({ start: Day, values: z.array(number) }),
});
export type BriefFlow = z.output<typeof BriefFlow>;

/** An index gage. `natural` is the unregulated flow at the same place, null where the basin file names none. */
export const BriefRiver = z.object({ actual: BriefFlow, natural: z.nullable(BriefFlow) });
export type BriefRiver = z.output<typeof BriefRiver>;

/**
 * A well. `change` is the difference from the reading nearest to one year before `rdate`, at most 20 days from it, on
 * `before`; both are null without such a reading.
 */
export const BriefWell = z.object({ ...record, ...latest, before: z.nullable(Day), change: number });
export type BriefWell = z.output<typeof BriefWell>;

/**
 * The gain of a reach: the mean of the seven days up to `rdate`, the last day on or before the brief with seven values in
 * a row, compared with the same seven days of the `years` earlier years that have all of them: their median, and the lowest
 * with its year. `value` is that of `rdate`.
 */
export const BriefReach = z.object({
  ...record,
  ...latest,
  mean_7: number,
  median: number,
  lowest: number,
  lowest_year: z.nullable(z.int()),
  years: z.int(),
});
export type BriefReach = z.output<typeof BriefReach>;

/**
 * A record whose change over the seven days up to `rdate` is unusual. `rdate` is the last day, at most 30 days before the
 * brief, on which any of the compared records has a value. `z` = (change − `usual`) ÷ `spread`: the median and the
 * interquartile range of the `count` changes over seven days that end within seven days of this date in the water years
 * 1991–2020, at least 100 in ten years. The largest |z| are listed, the largest first.
 */
export const BriefMove = z.object({
  ...record,
  rdate: Day,
  value: z.number(),
  approval: Approval,
  change: z.number(),
  usual: z.number(),
  spread: z.number(),
  z: z.number(),
  count: z.int(),
});
export type BriefMove = z.output<typeof BriefMove>;

/**
 * A record of the brief that has not reported as often as it usually does, or has values that fail a quality rule. A
 * record is late by the rule of `/api/ingest-status`; one that begins after the day of the brief is not.
 */
export const BriefDoubt = z.object({
  ...record,
  rdate: z.nullable(Day),
  /** Days from the last value to the day of the brief; null without a value. */
  days: z.nullable(z.int()),
  is_late: z.boolean(),
  /** How many values of the seven days up to the brief fail a quality rule and are in no figure. */
  flagged: z.int(),
});
export type BriefDoubt = z.output<typeof BriefDoubt>;

/**
 * Where the basin stands on a day, as the basin file's `brief` asks. `on` is the day of the brief, `newest` the last day
 * on or before it with a value anywhere, and `first` the first day with one. A record of a site that the portal does not
 * show is left out. `doubts` are records of the brief; `late_sites` counts the late sites of the whole map by their newest
 * records. `is_demonstration`: some figure rests on synthetic values. Medians and what is usual are those of 1991–2020
 * whatever the day; what is lowest or highest on record is so among the years up to the day.
 */
export const Brief = z.object({
  on: Day,
  newest: z.nullable(Day),
  first: z.nullable(Day),
  storage: z.nullable(BriefStorage),
  snow: z.array(BriefSnow),
  rivers: z.array(BriefRiver),
  springs: z.array(BriefFlow),
  wells: z.array(BriefWell),
  reaches: z.array(BriefReach),
  moved: z.array(BriefMove),
  doubts: z.array(BriefDoubt),
  late_sites: z.int(),
  is_demonstration: z.boolean(),
});
export type Brief = z.output<typeof Brief>;

/**
 * `on`, `YYYY-MM-DD`, is today in the basin's zone by default. What is no day, a day in the future, and one before the first
 * value of the portal (`first`) are refused with 400 and a sentence that names the first and the last possible day.
 */
export const readBrief = defineEndpoint({
  name: 'readBrief',
  summary: 'Where the basin stands on a day: storage, snow, rivers, springs, wells, gains, and what moved',
  method: 'GET',
  path: '/api/brief',
  access: 'open',
  query: z.object({ on: z.optional(z.string()) }),
  response: Brief,
  errors: [400],
  tags: ['Brief'],
});
