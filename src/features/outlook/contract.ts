import * as z from 'zod/mini';
import { bothFormats, linkName, linkQuery, notes, readNamedFile } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { siteFields } from '#contract/record-fields.ts';
import { IssueDay } from '#contract/season/issue.ts';
import { HindcastYear, OutlookModel, OutlookSkill } from './rules/outlook-result.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/**
 * A predictor on the issue day. `value` is the value of `rdate`, at most 3 days before the issue day; without one the
 * predictor is late. `z` is its distance from the mean of the training years in standard deviations. `weight` is its share,
 * 0 to 1, of the absolute coefficients; `effect` is what it adds to the square root of the volume, in √AF.
 */
export const OutlookPredictor = z.object({
  kind: z.enum(['snow', 'winter-flow']),
  group: z.string(),
  ...siteFields,
  parameter_name: z.string(),
  units_name: z.string(),
  rdate: z.nullable(Day),
  value: number,
  /** Of the training years. */
  mean: number,
  deviation: number,
  years: z.int(),
  z: number,
  weight: number,
  effect: number,
  is_late: z.boolean(),
  is_provisional: z.boolean(),
  /** Whose values they are. */
  delivered_by: z.string(),
});
export type OutlookPredictor = z.output<typeof OutlookPredictor>;

/** Values in the order of `exceedances`, in AF. */
const five = z.array(z.number());

/** Volume since the start of the period by the end of each day, in AF. */
const Curve = z.object({ days: z.array(Day), values: z.array(z.number()) });

/** A forecast of the volume of the whole period: what came before the issue day, and what follows. */
export const OutlookForecast = z.object({
  volumes_af: five,
  /** The same in percent of the median of the period 1991–2020; null without one. */
  percents_of_median: z.nullable(five),
  /** From the issue day to the end of the period; one list of cumulative volumes per chance of `exceedances`, and 75 and 25. */
  fan: z.object({
    days: z.array(Day),
    p90: z.array(z.number()),
    p75: z.array(z.number()),
    p50: z.array(z.number()),
    p25: z.array(z.number()),
    p10: z.array(z.number()),
  }),
  skill: OutlookSkill,
  hindcast: z.array(HindcastYear),
  /** The past years whose predictors were most alike, nearest first. What came in them is no forecast. */
  analogs: z.array(z.object({ year: z.int(), distance: z.number(), volume_af: z.number(), curve: Curve })),
  model: OutlookModel,
});
export type OutlookForecast = z.output<typeof OutlookForecast>;

/** An agency's forecast of the same period that was published on or before the issue day, in AF. */
export const PublishedForecast = z.object({
  agency: z.string(),
  station: z.string(),
  point_name: z.nullable(z.string()),
  publication_date: Day,
  /** In the order of `exceedances`; null where the agency did not publish one. */
  volumes_af: z.array(number),
  normal_af: number,
});

/**
 * An outlook as the portal computed it on its issue day, which is never changed. `volumes_af` is null where it was withheld,
 * for the `reasons`.
 */
export const IssuedOutlook = z.object({
  issued: Day,
  computed_at: z.iso.datetime(),
  volumes_af: z.nullable(five),
  reasons: z.array(z.string()),
});
export type IssuedOutlook = z.output<typeof IssuedOutlook>;

/** The outlook of a point on an issue day. `forecast` is null where it is withheld, for the `reasons` in plain words. */
export const Outlook = z.object({
  point: z.string(),
  label: z.string(),
  flow: z.object({
    ...siteFields,
    parameter_ndx: z.int(),
    parameter_name: z.string(),
    delivered_by: z.string(),
  }),
  issued: Day,
  /** The first and the last issue day that can be asked for; the last is today or the end of the last season. */
  first_issue: Day,
  last_issue: Day,
  period: z.object({ from: Day, to: Day }),
  /** The median volume of the period in `median_years` of 1991–2020; null and 0 if they are too few. */
  median_af: number,
  median_years: z.int(),
  /** What came of the period before the issue day; once the period is over, all of it. */
  observed: z.object({ volume_af: z.number(), days: z.int(), missing_days: z.int(), curve: Curve }),
  predictors: z.array(OutlookPredictor),
  forecast: z.nullable(OutlookForecast),
  reasons: z.array(z.string()),
  /**
   * Whose values it rests on. `today`: it is issued today. `known-then`: the values that the portal knew at the end of the
   * issue day. `hindcast`: the values as they are now, because the portal did not have all records then.
   */
  basis: z.enum(['today', 'known-then', 'hindcast']),
  /** What was issued in this year up to the issue day, oldest first. */
  issues: z.array(IssuedOutlook),
  official: z.array(PublishedForecast),
  /** The share, 0 to 1, of the predictors' values and the observed flow that may still be revised. */
  provisional: z.number(),
});
export type Outlook = z.output<typeof Outlook>;

/** The points and the groups of reservoirs of the basin file, in its order. */
const OutlookList = z.object({
  points: z.array(z.object({ id: z.string(), label: z.string() })),
  fill: z.array(z.object({ id: z.string(), label: z.string(), point: z.string() })),
});

/** Values are daily; an import shows within a minute. */
const read = { method: 'GET', access: 'signed-in', maxAge: 60 } as const;
export const listOutlooks = defineEndpoint({
  ...read,
  summary: 'The points with an outlook, and the reservoirs whose fill follows from it',
  path: '/api/outlook',
  response: OutlookList,
});

/** Without a day: today in the season, otherwise April 1 of the last season. */
export const readOutlook = defineEndpoint({
  ...read,
  summary: 'The forecast volume of the season at a point, as of an issue day, with its record of past years',
  path: '/api/outlook/:point',
  params: z.object({ point: z.string() }),
  query: z.object({ issued: IssueDay }),
  response: Outlook,
  errors: [404],
});

/**
 * `season`: by day, in AF. `residuals`: of every past year. `training`: the predictors and volumes of the fitted years. `issues`:
 * what was issued in this year.
 */
export const outlookFiles = [
  'volumes',
  'season',
  'predictors',
  'coefficients',
  'residuals',
  'training',
  'issues',
] as const;
export type OutlookFile = (typeof outlookFiles)[number];

/** 404 for a file of the forecast where it is withheld; the answer says why. */
export const readOutlookLink = defineEndpoint({
  ...readNamedFile,
  subject: 'Data links',
  access: 'signed-in',
  summary: 'The outlook of a point, and what it rests on, as CSV or RDB',
  path: '/api/data/outlook.:format',
  params: bothFormats,
  query: linkQuery({
    point: linkName,
    issued: IssueDay,
    of: z.optional(z.enum(outlookFiles, `must be ${outlookFiles.join(', ')}`)),
    notes,
  }),
});
