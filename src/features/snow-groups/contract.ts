import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { BriefSnow } from '#contract/group-findings.ts';
import { WaterYearRecord } from '#contract/season/water-year.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/**
 * The change of the mean snow water equivalent over so many days in inches, and that of the medians of the same dates, over
 * the `count` sites of the sum that also have both on the day before. Null without such a site.
 */
const SnowChange = z.object({ days: z.int(), change: number, usual: number, count: z.int() });
export type SnowChange = z.output<typeof SnowChange>;

/**
 * The `count` of sites between two elevations in feet, null beyond the lowest and highest, with the means of their values and
 * medians in inches; the percentage is the ratio of the sums, null below an inch of median. `few_sites` as in the HUC8 table.
 */
const SnowBand = z.object({
  from_ft: number,
  to_ft: number,
  count: z.int(),
  value: number,
  median: number,
  percent_of_median: number,
  few_sites: z.boolean(),
});
export type SnowBand = z.output<typeof SnowBand>;

/** A group as the brief has it; `value` and `median` are sums. The bands, the highest first, have the sites of its sum. */
const SnowBoardGroup = z.extend(BriefSnow, {
  changes: z.array(SnowChange),
  bands: z.array(SnowBand),
});
export type SnowBoardGroup = z.output<typeof SnowBoardGroup>;

/** All groups of snow sites of the basin file on a day, in its order; `bands` are those of all their sites. */
export const SnowBoard = z.object({
  on: Day,
  first: z.nullable(Day),
  newest: Day,
  groups: z.array(SnowBoardGroup),
  bands: z.array(SnowBand),
});
export type SnowBoard = z.output<typeof SnowBoard>;

/** The 10th, 50th and 90th percentile of past years. */
const YearRange = z.object({ low: z.number(), middle: z.number(), high: z.number() });
const DayRange = z.object({ low: Day, middle: Day, high: Day });
const basis = { count: z.int(), first_year: z.int(), last_year: z.int() };

/**
 * Where the snow would go from `on` to the usual peak if it gained what past years did from the same date on, in inches.
 * `held` of `years` past years had their peak within the 10th and 90th percentile that the others give; `error` is how far
 * the others' median missed it on average, `usual_error` how far the median of their peaks did.
 */
const SnowWays = z.object({
  years: z.int(),
  days: z.array(Day),
  range: z.array(YearRange),
  peak: YearRange,
  peak_day: DayRange,
  held: z.int(),
  error: z.number(),
  usual_error: z.number(),
  is_skilled: z.boolean(),
});

/**
 * What a group had in a water year on the date of `on`, in inches and in percent of what is usual on that date, and its peak:
 * that so far of the year that runs. Null without enough sites, and below an inch of the usual.
 */
const SnowYear = z.object({
  year: z.int(),
  rdate: Day,
  value: number,
  percent_of_median: number,
  peak: z.nullable(z.object({ value: z.number(), rdate: Day })),
});
export type SnowYear = z.output<typeof SnowYear>;

/** So many years can be laid over a group’s own. */
export const maxSnowYears = 12;

/**
 * The snow of a group as the mean of its `sites` with a median, in inches: the ratio of sums of the sites with a value times the
 * mean median of all; a day on which sites with less than two thirds of the medians have a value has none. `records`, as those
 * of a site, are of the water year up to `on`, of the year before, of the years asked for, and of the statistics of the mean. `years` are those
 * asked for, the latest first; the record begins in `first_year`. The peak is that so far,
 * the melt-out the first day after it on which all sites are bare. The usual ones are medians of the years 1991–2020. Without
 * ways, `no_ways` says why.
 */
export const SnowGroup = z.object({
  label: z.string(),
  on: Day,
  sites: z.int(),
  source: z.string(),
  records: z.array(WaterYearRecord),
  first_year: z.int(),
  years: z.array(SnowYear),
  peak: z.nullable(z.object({ value: z.number(), rdate: Day })),
  usual_peak: z.nullable(z.object({ value: z.number(), month_day: z.string(), ...basis })),
  melt_out: z.nullable(Day),
  usual_melt_out: z.nullable(z.object({ month_day: z.string(), ...basis })),
  ways: z.nullable(SnowWays),
  no_ways: z.nullable(z.enum(['past peak', 'few years', 'no value'])),
});
export type SnowGroup = z.output<typeof SnowGroup>;

const on = z.optional(z.string());
const read = {
  method: 'GET',
  access: 'open',
  maxAge: 60,
  variesByCaller: true,
} as const;

/** The latest day with values by default. */
export const readSnowBoard = defineEndpoint({
  ...read,
  summary:
    'The snow of each group of sites: percent of the median, change over 1, 7 and 14 days, by elevation',
  path: '/api/snow-board',
  query: z.object({ on }),
  response: z.nullable(SnowBoard),
  errors: [400],
});

export const readSnowGroup = defineEndpoint({
  ...read,
  summary:
    'The snow of a group of sites over its normals, its peak and melt-out, and past years’ ways to the peak',
  path: '/api/snow-group',
  query: z.object({
    group: z.string().check(z.maxLength(200)),
    on,
    /** Water years, separated by commas. */
    years: z.optional(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^\\d{4}(,\\d{4}){0,${maxSnowYears - 1}}$`),
            `must be up to ${maxSnowYears} water years, separated by commas`,
          ),
        ),
    ),
  }),
  response: SnowGroup,
  errors: [400, 403, 404],
});
