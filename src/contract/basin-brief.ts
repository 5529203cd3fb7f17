import * as z from 'zod/mini';
import { text } from './basin-fields.ts';

/** What the landing page leads with: the sum of a parameter over sites, or the value of one site. */
const BasinHeadline = z.strictObject({
  label: text,
  parameter: text,
  sites: z.array(text).check(z.minLength(1, 'expected the id of at least one site')),
});

/** The figures by which people judge the state of the basin. */
export const BasinBrief = z.strictObject({ headline: z.optional(BasinHeadline) });
export type BasinBrief = z.output<typeof BasinBrief>;
