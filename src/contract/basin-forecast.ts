import * as z from 'zod/mini';
import { BasinParameter, httpUrl, oneOf, text } from './basin-fields.ts';

/** What a chart shows: the record, or the volume since the first day of the year, of a discharge. */
export const measures = ['value', 'volume'] as const;

/** A chart of one record by water years. `id` is its place on the page, `more` are pages elsewhere that say more. */
export const BasinChart = z.strictObject({
  id: text.check(
    z.regex(/^[a-z][a-z\d-]*$/, 'wanted: a word of small letters, digits and hyphens, such as spring'),
  ),
  title: text,
  site: text,
  parameter: BasinParameter,
  measure: z.optional(oneOf(measures)),
  more: z.optional(z.array(z.strictObject({ label: text, href: httpUrl }))),
});
export type BasinChart = z.output<typeof BasinChart>;

/** The charts of the two forecast screens; a screen without any says so. */
export const BasinForecast = z.strictObject({
  supply: z.optional(z.array(BasinChart)),
  tributaries: z.optional(z.array(z.strictObject({ heading: text, charts: z.array(BasinChart) }))),
});
export type BasinForecast = z.output<typeof BasinForecast>;
