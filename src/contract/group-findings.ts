import * as z from 'zod/mini';
import { FindingAnswer } from './finding.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/** A record of a site, as a `Finding` has it. `delivered_by` names whose values they are. */
export const BriefRecord = z.pick(FindingAnswer, {
  loc_ndx: true,
  loc_id: true,
  loc_name: true,
  parameter_ndx: true,
  parameter_name: true,
  units_name: true,
  delivered_by: true,
});

/** Where a value stands, as a `Finding` has it: among the same dates of 1991–2020 and of all years on record. */
export const FindingPlace = z.pick(FindingAnswer, {
  class: true,
  percentile: true,
  of: true,
  rank: true,
  year_before: true,
});

/**
 * Snow water equivalent of a group of sites on `rdate`, the last day on which any of them has a value, at most 7 days
 * before the brief; null without one, and without a site that has both a value and a median, all figures are null.
 * `percent_of_median` is the sum of the values over the sum of the medians of the date, both over the `count` sites that
 * have both; null below an inch of median on average. `percent_of_peak` divides by the sum of the medians of the yearly
 * peaks of the same sites, null unless all of them have one. The class and what belongs to it compare the sum with the sums
 * of the same sites in other years, as those of the storage; `of.percent` is null, for `median` is the sum of medians.
 * `sites` counts the whole group, and `missing` names those without a value on `rdate`. Sites whose values the caller may not
 * see have none; with `is_withheld` all are such.
 */
export const BriefSnow = z.extend(FindingPlace, {
  label: z.string(),
  is_withheld: z.boolean(),
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
  /** Whose values they are. */
  delivered_by: z.array(z.string()),
  missing: z.array(z.string()),
});
export type BriefSnow = z.output<typeof BriefSnow>;

/**
 * The gain of a reach: the mean of the seven days up to `rdate`, the last day on or before the brief with seven values in
 * a row. The class and what belongs to it compare it with the means of the same seven days of other years that have all of
 * them. `value` is that of `rdate`. With `is_withheld`, the caller needs an account to see them.
 */
export const BriefReach = z.extend(BriefRecord, {
  ...FindingPlace.shape,
  is_withheld: z.boolean(),
  rdate: z.nullable(Day),
  value: number,
  approval: z.nullable(z.enum(['A', 'P'])),
  interval_days: z.int(),
  mean_7: number,
});
export type BriefReach = z.output<typeof BriefReach>;

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
export const BriefStorage = z.object({
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
export const BriefRiver = z.object({ actual: FindingAnswer, natural: z.nullable(FindingAnswer) });
export type BriefRiver = z.output<typeof BriefRiver>;
