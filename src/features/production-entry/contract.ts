import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { parseDay } from '#lib/calendar.ts';
import { daysOfMonth } from './rules/grid.ts';

const day = z.string().check(z.refine((text) => parseDay(text) !== undefined, 'expected a date, YYYY-MM-DD'));

const month = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}$/.test(text) && parseDay(`${text}-01`) !== undefined,
      'expected a month, YYYY-MM',
    ),
  );

/** An entry as its editors see it, drafts included: the content of its latest version. */
const ProductionEntry = z.object({
  id: z.uuid(),
  /** Which state of the entry this is, for `seen` of a save. */
  updated_at: z.string(),
  updated_by: z.string(),
  /** 1 draft, 2 published, 3 published with unpublished changes. */
  status_id: z.int(),
  content: z.record(z.string(), z.unknown()),
});

/** A day of a month. `delivered` are the hours from the well's provider, which no entry replaces. */
const ProductionDay = z.object({
  day,
  entry: z.nullable(ProductionEntry),
  delivered: z.nullable(z.number()),
});
export type ProductionDay = z.output<typeof ProductionDay>;

/** All days of a month; `today` is in the basin's time zone. */
export const ProductionMonth = z.object({
  well: z.string(),
  month,
  today: day,
  days: z.array(ProductionDay),
});
export type ProductionMonth = z.output<typeof ProductionMonth>;

const shared = {
  path: '/api/production-months/:well/:month',
  access: 'administrator',
  maxAge: 'never',
  params: z.object({ well: z.string().check(z.minLength(1), z.maxLength(200)), month }),
  response: ProductionMonth,
} as const;

export const readProductionMonth = defineEndpoint({
  ...shared,
  summary: 'The entries of a well for a month, drafts included, a row for each day',
  method: 'GET',
  errors: [404],
});

/**
 * What becomes of a day: the fields of its entry without well and date, or null to delete the entry. `seen` is the
 * `updated_at` of the entry that was edited, null if the day had none.
 */
const DayChange = z.strictObject({
  day,
  seen: z.nullable(z.string()),
  content: z.nullable(z.record(z.string(), z.unknown())),
});
export type DayChange = z.output<typeof DayChange>;

export const saveProductionMonth = defineEndpoint({
  ...shared,
  summary:
    'Saves or publishes days of a month in one transaction: all of them or, with 400 or 409, none. `errors` name the days, `body.days.2026-08-03.hours_pumped`',
  method: 'PUT',
  body: z.strictObject({
    publish: z.boolean(),
    days: z.array(DayChange).check(
      z.minLength(1, 'expected at least one day'),
      z.maxLength(31, 'expected at most 31 days'),
      z.refine(
        (days) => new Set(days.map((each) => each.day)).size === days.length,
        'expected each day once',
      ),
    ),
  }),
  errors: [404, 409],
});

/** Whether a day is one of a month. */
export function isDayOfMonth(text: string, ofMonth: string): boolean {
  return daysOfMonth(ofMonth).includes(text);
}
