import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { recordFields } from './record-fields.ts';

/** `median`: of a day of the year. `peak`: the median of the yearly peaks of snow water equivalent. */
export const officialStatisticNames = ['median', 'peak'] as const;
export type OfficialStatisticName = (typeof officialStatisticNames)[number];

/**
 * Our statistic of a series beside the agency's, in the parameter's unit. Ours is of 1991–2020; with too few years, a
 * median is null and rests on 0. `difference` is ours less the agency's; `difference_percent` is null where a percentage means nothing.
 * `agency_month_day` (`MM-DD`) is the day that the agency's statistic is of; for a peak, the day on which it usually
 * falls. `agency_years` is null if the agency does not say.
 */
export const OfficialComparison = z.object({
  ...recordFields,
  agency: z.enum(['nrcs', 'usgs']),
  /** Our values are synthetic, so that the difference says nothing. */
  is_demonstration: z.boolean(),
  our_value: z.nullable(z.number()),
  our_years: z.int(),
  agency_value: z.number(),
  agency_years: z.nullable(z.int()),
  agency_period: z.string(),
  agency_month_day: z.string(),
  difference: z.nullable(z.number()),
  difference_percent: z.nullable(z.number()),
  /** When the agency's value was first fetched, ISO 8601 in UTC. */
  fetched_at: z.string(),
});
export type OfficialComparison = z.output<typeof OfficialComparison>;

const OfficialStatistics = z.object({
  statistic: z.enum(officialStatisticNames),
  /** `YYYY-MM-DD`; its month and day count. */
  day: z.string(),
  /** Whether any official statistic has been imported. */
  is_imported: z.boolean(),
  rows: z.array(OfficialComparison),
  /** Synthetic series are only counted. `agreeing`: within 2 percent. `largest`: beyond that, largest first. */
  summary: z.object({
    compared: z.int(),
    agreeing: z.int(),
    without_percent: z.int(),
    demonstration: z.int(),
    largest: z.array(OfficialComparison),
  }),
});
export type OfficialStatistics = z.output<typeof OfficialStatistics>;

const read = {
  method: 'GET',
  access: 'developer',
  maxAge: 'never',
} as const;

/** The answer is JSON, or CSV of the rows with `format=csv`. Without a day, it is yesterday in the basin's time zone. */
export const readOfficialStatistics = defineEndpoint({
  ...read,
  summary:
    'Our medians beside those that the agencies publish, for a day of the year or for the peak of snow',
  path: '/api/official-statistics',
  query: z.object({
    day: z.optional(z.iso.date('expected a day such as 2026-04-07')),
    statistic: z.optional(z.enum(officialStatisticNames, 'expected median or peak')),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  response: OfficialStatistics,
});

/**
 * The newest official forecast for a forecast point and a period, in acre-feet. A volume is null if the agency did not
 * publish that exceedance; a volume of 90 percent exceedance is exceeded in nine years of ten. Days are `MM-DD`.
 */
export const OfficialForecast = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  station: z.string(),
  point_name: z.nullable(z.string()),
  publication_date: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  normal_af: z.nullable(z.number()),
  exceeded_90: z.nullable(z.number()),
  exceeded_70: z.nullable(z.number()),
  exceeded_50: z.nullable(z.number()),
  exceeded_30: z.nullable(z.number()),
  exceeded_10: z.nullable(z.number()),
});
export type OfficialForecast = z.output<typeof OfficialForecast>;

export const listOfficialForecasts = defineEndpoint({
  ...read,
  summary: 'The newest volume forecasts of NRCS for each forecast point and period',
  path: '/api/official-forecasts',
  response: z.array(OfficialForecast),
});
