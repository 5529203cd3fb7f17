import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { FindingAnswer } from './finding.ts';
import { BriefReach, BriefRecord, BriefSnow, FindingPlace } from './group-findings.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());
const Approval = z.enum(['A', 'P']);

/**
 * The sum over all members on the last day, at most 30 days before the brief, on which every one of them has a value: a sum
 * without one of its members would be wrong. `changes` are differences from the sums 1, 7 and 30 days before, each null
 * where a member has no value. `of` are the sums on this date in the water years 1991–2020 in which every member has a value,
 * or one within a gap of at most seven days; February 29 pools the days before and after it. `rank` is the place among the sums on this date in all years up to
 * its own; only leap years have a February 29. `year_before` is the sum of the same date of the year before, for February 29
 * that of February 28. `provisional` is the share, 0 to 1, of the members' values that may still be revised.
 */
export const BriefTotal = z.extend(FindingPlace, {
  rdate: Day,
  value: z.number(),
  changes: z.array(z.object({ days: z.int(), change: number })),
  provisional: z.number(),
});

/**
 * The storage of a system of reservoirs. `newest` is the last day on which any member has a value. `total` is null where
 * neither the day of the brief nor one of the 30 days before has values of all members. `missing` names the members without
 * a value on `newest`, also those that the portal does not show, which are not in `members`. `capacity` is that of all
 * members, null unless all are known. With `is_withheld`, the caller needs an account to see the values of some member, and
 * there is no total.
 */
const BriefStorage = z.object({
  label: z.string(),
  is_withheld: z.boolean(),
  parameter_name: z.string(),
  units_name: z.string(),
  capacity: number,
  newest: z.nullable(Day),
  total: z.nullable(BriefTotal),
  missing: z.array(z.string()),
  members: z.array(FindingAnswer),
});
export type BriefStorage = z.output<typeof BriefStorage>;

/** An index gage. `natural` is the unregulated flow at the same place, null where the basin file names none. */
const BriefRiver = z.object({ actual: FindingAnswer, natural: z.nullable(FindingAnswer) });

/**
 * A record whose change over the seven days up to `rdate` is unusual. `rdate` is the last day, at most 30 days before the
 * brief, on which any of the compared records has a value. Of `years` earlier years with a change over the same seven days,
 * `smaller_years` had a smaller rise or a fall where this is a rise, and a smaller fall or a rise where it is a fall. The
 * records are chosen by `z` = (change − `usual`) ÷ `spread`: the median and the interquartile range of the `count` changes
 * over seven days that end within seven days of this date in the water years 1991–2020, at least 100 in ten years. The
 * largest |z| are listed, the largest first.
 */
export const BriefMove = z.extend(BriefRecord, {
  rdate: Day,
  value: z.number(),
  approval: Approval,
  change: z.number(),
  smaller_years: z.int(),
  years: z.int(),
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
export const BriefDoubt = z.extend(BriefRecord, {
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
  springs: z.array(FindingAnswer),
  wells: z.array(FindingAnswer),
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
  summary: 'Where the basin stands on a day: storage, snow, rivers, springs, wells, gains, and what moved',
  method: 'GET',
  path: '/api/brief',
  access: 'open',
  query: z.object({ on: z.optional(z.string()) }),
  maxAge: 60,
  variesByCaller: true,
  response: Brief,
  errors: [400],
});
