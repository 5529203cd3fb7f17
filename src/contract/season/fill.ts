import * as z from 'zod/mini';
import { FillChance, FillSkill, FillYear } from '#domain/fill/fill-result.ts';
import { defineEndpoint } from '../endpoint.ts';
import { siteFields } from '../record-fields.ts';
import { IssueDay } from './outlook.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/** What it takes to fill reservoirs to a share of their capacity by a date. */
export const Fill = z.object({
  id: z.string(),
  label: z.string(),
  /** Of the outlook that it follows from. */
  point: z.string(),
  point_label: z.string(),
  members: z.array(
    z.object({
      ...siteFields,
      capacity_af: z.number(),
      storage_af: number,
      is_demonstration: z.boolean(),
      /** Whose values they are. */
      delivered_by: z.string(),
    }),
  ),
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
  is_demonstration: z.boolean(),
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
