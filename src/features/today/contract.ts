import * as z from 'zod/mini';
import { csvOnly, linkName, linkQuery, notes, readFile } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { FindingAnswer } from '#contract/finding.ts';
import { BriefReach, BriefRecord, BriefRiver, BriefSnow, BriefStorage } from '#contract/group-findings.ts';

const Day = z.iso.date();
const Approval = z.enum(['A', 'P']);

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
 * records. Medians and what is usual are those of 1991–2020
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

/** Every figure of the day. */
export const readBriefLink = defineEndpoint({
  ...readFile,
  subject: 'Data links',
  variesByCaller: true,
  access: 'open',
  summary: 'Every figure of the brief of a day as CSV',
  path: '/api/data/brief.:format',
  params: csvOnly,
  query: linkQuery({ on: z.optional(linkName), notes }),
});
