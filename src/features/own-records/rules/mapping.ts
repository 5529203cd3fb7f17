import * as z from 'zod/mini';

const column = z.string().check(z.minLength(1), z.maxLength(200));
const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const rowKinds = ['reading', 'daily mean', 'daily total', 'counter'] as const;
export const stamps = ['instant', 'begin', 'end'] as const;
export const dateOrders = ['YMD', 'MDY', 'DMY'] as const;
export const decimalSigns = ['.', ','] as const;
export const delimiters = [',', ';', 'tab'] as const;

/** A day has at most so many minutes, also where the clocks change. */
const maxPeriod = 1500;
const zonePattern = /^(?:basin|stamp|UTC|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/**
 * What a file means. Nothing that changes a number is guessed: a field that is left out and matters is a question. Columns
 * are named as the header names them, with its place for a name that
 * stands twice, `Flow (3)`, or `1`, `2` … without a header; in JSON they are the keys of the rows.
 */
export const Mapping = z.strictObject({
  format: z.optional(z.enum(['csv', 'json'])),
  /** In JSON: the keys down to the list of rows, such as `data.values`; empty where the file is the list. */
  list: z.optional(z.string().check(z.maxLength(200))),
  delimiter: z.optional(z.enum(delimiters)),
  /** The line with the names of the columns; 0 if there is none. Lines above it are skipped. */
  header_line: z.optional(z.int().check(z.gte(0), z.lte(200))),
  /** The whole file is of one site, or a column has the ids. */
  site: z.optional(z.union([z.strictObject({ loc_id: shortText }), z.strictObject({ column })])),
  /** One column, or a date and a time. */
  time: z.optional(z.array(column).check(z.minLength(1), z.maxLength(2))),
  value: z.optional(column),
  /** Its name, or `Stage` in feet, which a rating table turns into a flow. */
  parameter: z.optional(shortText),
  unit: z.optional(shortText),
  row: z.optional(z.enum(rowKinds)),
  /** `basin`: the clocks of the basin; `stamp`: each stamp has its offset; `UTC`; or a clock that is never changed, `-07:00`. */
  zone: z.optional(
    z.string().check(z.regex(zonePattern, 'expected basin, stamp, UTC or an offset such as -07:00')),
  ),
  /** Whether a stamp is the instant of its value, or begins or ends the period that it is of. */
  stamp: z.optional(z.enum(stamps)),
  /** The minutes of that period, of readings. */
  period_minutes: z.optional(z.int().check(z.gte(1), z.lte(maxPeriod))),
  date_order: z.optional(z.enum(dateOrders)),
  decimal: z.optional(z.enum(decimalSigns)),
  /** What it means that a counter goes down: it was set to 0, or it wraps at a number, in the unit of the file, where it is 0. */
  counter: z.optional(
    z.union([z.literal('reset'), z.strictObject({ wraps_at: z.number().check(z.positive()) })]),
  ),
});
export type Mapping = z.output<typeof Mapping>;
export type MappingField = keyof Mapping;
