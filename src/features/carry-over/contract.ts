import * as z from 'zod/mini';
import { bothFormats, linkName, linkQuery, notes, readNamedFile } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { BriefTotal } from '#contract/group-findings.ts';
import { siteFields } from '#contract/record-fields.ts';
import { IssueDay, ReservoirStorage } from '#contract/season/issue.ts';
import { CarryOverModel, CarryOverSkill, CarryOverYear } from './rules/carry-over-result.ts';

const Day = z.iso.date();
const volumes = z.array(z.number());
const Curve = z.object({ days: z.array(Day), values: volumes });

/** What reservoirs are expected to carry over to April 1, on a day after the season of the outlook. Volumes in AF. */
export const CarryOver = z.object({
  id: z.string(),
  label: z.string(),
  members: z.array(ReservoirStorage),
  issued: Day,
  /** The first and the last issue day that can be asked for. */
  first_issue: Day,
  last_issue: Day,
  /** April 1. */
  on: Day,
  capacity_af: z.number(),
  /** The sum over all members on the last day, at most 3 days before the issue day, on which every one has a value. */
  storage: z.nullable(BriefTotal),
  /** The natural flow of the water year so far, up to the day before the issue day; null where the portal has no such record. */
  flow: z.nullable(
    z.object({
      ...siteFields,
      /** Whose values they are. */
      delivered_by: z.string(),
      from: Day,
      to: Day,
      /** Null where less than 90 % of the days have a value. */
      volume_af: z.nullable(z.number()),
    }),
  ),
  /**
   * Null where it is withheld, for the `reasons` in plain words. `volumes_af` are in the order of `exceedances`; the fan has
   * the storage that is exceeded with a chance of 90, 50 and 10 percent.
   */
  forecast: z.nullable(
    z.object({
      volumes_af: volumes,
      fan: z.object({ days: z.array(Day), p90: volumes, p50: volumes, p10: volumes }),
      model: CarryOverModel,
    }),
  ),
  /** What past years carried over, in the order of `exceedances`; null of too few years. */
  climatology_af: z.nullable(volumes),
  /** Of the method, even where it is withheld; null without enough years. */
  skill: z.nullable(CarryOverSkill),
  years: z.array(CarryOverYear),
  /** The storage of each past winter on the dates of `days`, from the issue day to April 1; null without a value. */
  paths: z.object({
    days: z.array(Day),
    winters: z.array(z.object({ year: z.int(), values: z.array(z.nullable(z.number())) })),
  }),
  /** The storage from the end of the season of the outlook to April 1, as far as it is known now. */
  observed: Curve,
  /** What came on April 1; null before it. */
  outcome_af: z.nullable(z.number()),
  reasons: z.array(z.string()),
});
export type CarryOver = z.output<typeof CarryOver>;

/** Without a day: today in August to December, otherwise the last December 31. */
export const readCarryOver = defineEndpoint({
  method: 'GET',
  access: 'signed-in',
  summary: 'What reservoirs are expected to carry over to April 1, with its record of past winters',
  path: '/api/carry-over/:id',
  params: z.object({ id: z.string() }),
  query: z.object({ issued: IssueDay }),
  maxAge: 60,
  response: CarryOver,
  errors: [404],
});

/** `volumes`: of April 1. `season`: by day, with the past winters. `years`: a row for each past winter. */
export const carryOverFiles = ['volumes', 'season', 'years'] as const;
export type CarryOverFile = (typeof carryOverFiles)[number];

export const readCarryOverLink = defineEndpoint({
  ...readNamedFile,
  subject: 'Data links',
  access: 'signed-in',
  summary: 'What reservoirs are expected to carry over to April 1, and past winters, as CSV or RDB',
  path: '/api/data/carry-over.:format',
  params: bothFormats,
  query: linkQuery({
    reservoir: linkName,
    issued: IssueDay,
    of: z.optional(z.enum(carryOverFiles, `must be ${carryOverFiles.join(', ')}`)),
    notes,
  }),
});
