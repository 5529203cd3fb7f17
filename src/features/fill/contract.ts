import * as z from 'zod/mini';
import { bothFormats, linkName, linkQuery, notes, readNamedFile } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { IssueDay, ReservoirStorage } from '#contract/season/issue.ts';
import { FillChance, FillSkill, FillYear } from './rules/fill-result.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/** What it takes to fill reservoirs to a share of their capacity by a date. */
export const Fill = z.object({
  id: z.string(),
  label: z.string(),
  /** Of the outlook that it follows from. */
  point: z.string(),
  point_label: z.string(),
  members: z.array(ReservoirStorage),
  issued: Day,
  first_issue: Day,
  last_issue: Day,
  by: Day,
  /** From the issue day to the date. */
  days: z.int(),
  /** A share of the capacity, 0 to 1. */
  target: z.number(),
  capacity_af: z.number(),
  target_af: z.number(),
  /** The sum over all members on the last day, at most 3 days before the issue day, on which every one has a value. */
  storage: z.nullable(z.object({ rdate: Day, value_af: z.number(), provisional: z.number() })),
  /** To the target, 0 where it is reached; null without storage. */
  space_af: number,
  /** The mean gain that reaches the target on the date. */
  required_cfs: number,
  /** In how many of the years the mean gain was at least that. */
  years_with_gain: z.nullable(z.int()),
  years: z.array(FillYear),
  /** Null where it is withheld, for the `reasons` in plain words. */
  chance: z.nullable(FillChance),
  /** Of the forecast method, even where it is not used; null without enough years. */
  skill: z.nullable(FillSkill),
  reasons: z.array(z.string()),
});
export type Fill = z.output<typeof Fill>;

/** What a query asks of a fill, apart from its issue day. */
export const fillQuestion = {
  by: z.optional(z.iso.date('expected a day such as 2026-07-01')),
  target: z.optional(
    z.string().check(z.regex(/^(0\.\d{1,4}|1(\.0{1,4})?)$/, 'expected a share such as 0.97')),
  ),
};

/** Without days: those of the outlook, and the end of its period. */
export const readFill = defineEndpoint({
  method: 'GET',
  access: 'signed-in',
  summary: 'The space left in reservoirs, the gain that fills it by a date, and the chance of that',
  path: '/api/fill/:id',
  params: z.object({ id: z.string() }),
  query: z.object({
    issued: IssueDay,
    ...fillQuestion,
  }),
  maxAge: 60,
  response: Fill,
  errors: [404],
});

/** `figures`: of the choice. `years`: a row for each past year. `reliability`: the chances beside what came. */
export const fillFiles = ['figures', 'years', 'reliability'] as const;
export type FillFile = (typeof fillFiles)[number];

export const readFillLink = defineEndpoint({
  ...readNamedFile,
  subject: 'Data links',
  access: 'signed-in',
  summary: 'What it takes to fill reservoirs, and past years, as CSV or RDB',
  path: '/api/data/fill.:format',
  params: bothFormats,
  query: linkQuery({
    reservoir: linkName,
    issued: IssueDay,
    ...fillQuestion,
    of: z.optional(z.enum(fillFiles, `must be ${fillFiles.join(' or ')}`)),
    notes,
  }),
});
