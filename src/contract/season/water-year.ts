import * as z from 'zod/mini';
import { yearKinds } from '#domain/season/season.ts';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { measures } from '#domain/vocabulary.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FindingAnswer } from '../finding.ts';
import { locationNumber, parameterFields, parameterNumber } from '../record-fields.ts';
import { SeriesLocation, SeriesParameter } from '../time-series.ts';

/** `Minimum`, `Median`, `Maximum`, a percentile such as `P10`, or a four-digit year. */
export const SeriesOption = z.object({ series_desc: z.string() });
export type SeriesOption = z.output<typeof SeriesOption>;

/**
 * What a statistic rests on: the number of years with values, and the first and the last of them. `period` is `month` for
 * wells with few readings, whose days have the month's statistic.
 */
const basis = {
  count: z.nullable(z.int()),
  first_year: z.nullable(z.int()),
  last_year: z.nullable(z.int()),
  /** How many of the values may still be revised. */
  provisional: z.nullable(z.int()),
  period: z.nullable(z.enum(['day', 'month'])),
};

/**
 * A value of a series on a day of the year, `day_order` 1 to 366. `approval` (A or P) and the agency's `qualifier` belong
 * to values of a year; what a statistic rests on is null there. `estimated_days` counts the days that bridge
 * gaps: of a volume those of its year so far, of a statistic its values that are such a day or hold one; it is null for
 * other values.
 */
export const WaterYearRecord = z.object({
  series_desc: z.string(),
  day_desc: z.string(),
  day_order: z.int(),
  rvalue: z.number(),
  parameter_name: z.string(),
  loc_name: z.string(),
  units_name: z.string(),
  approval: z.nullable(z.string()),
  qualifier: z.nullable(z.string()),
  ...basis,
  estimated_days: z.nullable(z.int()),
});
export type WaterYearRecord = z.output<typeof WaterYearRecord>;

/**
 * The latest value of a record and where it stands. `rank` is 1 for the highest value, and for a depth to water for the
 * smallest, whose water level is the highest; `low_rank` is 1 for the lowest; equal values share both ranks. `years`
 * counts the years with a value for that day or month. `class` is in the words of the USGS, and `percentile`, 1 to 99, the
 * place among the same years. `interval_days` is the usual number of days between values. `percent_of_median` is null
 * where a ratio means nothing; `difference` is in the record's unit. `normal_years` counts the years of 1991–2020 with
 * values, for a volume those that are complete, and `later_normal_years` those of them from 2006 on; `flagged` counts
 * values that fail a quality rule and are ignored here, `provisional` those that may still be revised. `source` is the
 * service that the record was imported from. `finding` is what every
 * other place says of the record, null of a volume.
 */
export const StandingRecord = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  ...parameterFields,
  normal_years: z.int(),
  later_normal_years: z.int(),
  flagged: z.int(),
  provisional: z.int(),
  source: z.nullable(z.string()),
  latest: z.nullable(
    z.object({
      rdate: z.string(),
      value: z.number(),
      approval: z.string(),
      rank: z.int(),
      low_rank: z.int(),
      years: z.int(),
      median: z.nullable(z.number()),
      percent_of_median: z.nullable(z.number()),
      difference: z.nullable(z.number()),
      class: z.nullable(z.enum(standingClasses)),
      percentile: z.nullable(z.int()),
      interval_days: z.int(),
      ...basis,
      estimated_days: z.nullable(z.int()),
    }),
  ),
  finding: z.nullable(FindingAnswer),
});
export type StandingRecord = z.output<typeof StandingRecord>;

/**
 * The sum of a month's daily mean gains in cfs·days, or of the part of the year that `month_abbrev` names, such as
 * `Annual Total`. `year_num` is a year, or a statistic of the years' complete sums such as `Median`. Gaps of up to 7 days
 * are bridged, and `days_estimated` counts their days; `days_missing` counts the other days without a value, for which the
 * sum is not adjusted; it is `complete` without any. `approval` is P if one of a year's
 * values may still be revised, otherwise A. What a statistic rests on is null for years, and `approval` for statistics.
 */
export const ReachGainRecord = z.object({
  year_num: z.string(),
  month_abbrev: z.string(),
  reach_gain_cfs: z.number(),
  complete: z.boolean(),
  days_missing: z.int(),
  days_estimated: z.int(),
  approval: z.nullable(z.string()),
  count: basis.count,
  first_year: basis.first_year,
  last_year: basis.last_year,
  provisional: basis.provisional,
  loc_name: z.string(),
  parameter_name: z.string(),
});
export type ReachGainRecord = z.output<typeof ReachGainRecord>;

/**
 * The latest year of a reach from May 1 (`month_abbrev` is `May - Sept to Date`), from its first day (`Annual to Date`) or
 * from the first day of a month that is not over (such as `Nov to Date`) to the last day with a value, `through`, and the
 * same dates of the other years. `rank` is 1 for the largest gain of the `years` that are measured or estimated on each of
 * these dates; it and `percent_of_median` are null if the latest year does not, and
 * the percentage also of a median that is not above zero, or small.
 */
export const ReachGainToDate = z.object({
  month_abbrev: z.string(),
  year_num: z.string(),
  from: z.iso.date(),
  through: z.iso.date(),
  rank: z.nullable(z.int()),
  years: z.int(),
  percent_of_median: z.nullable(z.number()),
  /** Median, Minimum and Maximum, then all years, newest first. */
  gains: z.array(ReachGainRecord),
});
export type ReachGainToDate = z.output<typeof ReachGainToDate>;

export const series = z
  .string()
  .check(
    z.maxLength(500),
    z.regex(
      /^(Minimum|Median|Maximum|P(5|10|25|75|90|95)|\d{4})(,(Minimum|Median|Maximum|P(5|10|25|75|90|95)|\d{4}))*$/,
      'must be comma-separated: Minimum, Median, Maximum, P5, P10, P25, P75, P90, P95 or years',
    ),
  );
/** Water years unless asked for irrigation years. */
export const yearKind = z.optional(z.enum(yearKinds, `must be ${yearKinds.join(' or ')}`));

/** What the endpoints of year comparisons share. */
export const readYears = { method: 'GET', access: 'open-values' } as const;

export const listAnalysisParameters = defineEndpoint({
  ...readYears,
  summary: 'The parameters that can be compared by year',
  path: '/api/wy-analysis-dropdown-parameters',
  response: z.array(SeriesParameter),
});

export const listAnalysisLocations = defineEndpoint({
  ...readYears,
  summary: 'Every location with all of its parameters',
  path: '/api/wy-analysis-dropdown-locations-assoc-param',
  response: z.array(SeriesLocation),
});

export const listReachLocations = defineEndpoint({
  ...readYears,
  summary: 'The reaches with gains',
  path: '/api/wy-analysis-dropdown-locations-assoc-param/1',
  response: z.array(SeriesLocation),
});

export const listAnalysisSeries = defineEndpoint({
  ...readYears,
  summary: 'Minimum, Median, Maximum, then the years with data, newest first',
  path: '/api/wy-analysis-dropdown-series',
  response: z.array(SeriesOption),
});

/** With `measure=volume`, the volume of a discharge since the first day of the year in acre-feet. */
export const readWaterYears = defineEndpoint({
  ...readYears,
  summary: 'Years and statistics of one record by the day of the year',
  path: '/api/wy-analysis-comparison/:parameter/:location/:series',
  params: z.object({ parameter: parameterNumber, location: locationNumber, series }),
  query: z.object({ year: yearKind, measure: z.optional(z.enum(measures)) }),
  response: z.array(WaterYearRecord),
  errors: [404],
});

export const readStanding = defineEndpoint({
  ...readYears,
  summary: 'The latest value of a record, its rank and its percentage of the median',
  path: '/api/wy-analysis-standing/:parameter/:location',
  params: z.object({ parameter: parameterNumber, location: locationNumber }),
  query: z.object({ year: yearKind, measure: z.optional(z.enum(measures)) }),
  response: StandingRecord,
  errors: [404],
});

/** With `totals=true` also rows `May - Sept Total` and `Annual Total`, whose statistics are those of the years' own totals. */
const gainsQuery = z.object({ year: yearKind, totals: z.optional(z.enum(['true', 'false'])) });

export const readReachGains = defineEndpoint({
  ...readYears,
  summary: 'Monthly gains of a reach: the requested years and statistics',
  path: '/api/reach-gains-report/:location/:series',
  params: z.object({ location: locationNumber, series }),
  query: gainsQuery,
  response: z.array(ReachGainRecord),
  errors: [404],
});

export const readReachGainsOfAllYears = defineEndpoint({
  ...readYears,
  summary: 'Monthly gains of a reach: statistics and every year',
  path: '/api/reach-gains-report/:location',
  params: z.object({ location: locationNumber }),
  query: gainsQuery,
  response: z.array(ReachGainRecord),
  errors: [404],
});

export const readReachGainsToDate = defineEndpoint({
  ...readYears,
  summary: 'Gains of a reach in the latest season and year to date, and on the same dates of other years',
  path: '/api/reach-gains-to-date/:location',
  params: z.object({ location: locationNumber }),
  query: z.object({ year: yearKind }),
  response: z.array(ReachGainToDate),
  errors: [404],
});
