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
  is_demonstration: true,
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
  is_demonstration: z.boolean(),
  /** How many of its sites have synthetic values. */
  demonstration: z.enum(['all', 'some', 'none']),
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
