import * as z from 'zod/mini';
import { measures } from '#domain/measure.ts';
import { httpUrl, oneOf, text } from './basin-fields.ts';

/** A chart that compares the water years of one record. `id` is its anchor on the page; `more` links to other sites. */
export const BasinChart = z.strictObject({
  id: text.check(
    z.regex(/^[a-z][a-z\d-]*$/, 'expected a word in lowercase letters, digits and hyphens, such as spring'),
  ),
  title: text,
  site: text,
  parameter: text,
  measure: z.optional(oneOf(measures)),
  more: z.optional(z.array(z.strictObject({ label: text, href: httpUrl }))),
});
export type BasinChart = z.output<typeof BasinChart>;

/** The charts of the two forecast screens. */
export const BasinForecast = z.strictObject({
  supply: z.optional(z.array(BasinChart)),
  tributaries: z.optional(z.array(z.strictObject({ heading: text, charts: z.array(BasinChart) }))),
});
export type BasinForecast = z.output<typeof BasinForecast>;
