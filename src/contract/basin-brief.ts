import * as z from 'zod/mini';
import { text } from './basin-fields.ts';

const sites = z.array(text).check(z.minLength(1, 'expected the id of at least one site'));

/** The sum of a parameter over sites, which the landing page leads with, too. */
const BriefStorage = z.strictObject({ label: text, parameter: text, sites });

/** Snow sites whose sum is compared with the sum of their medians. */
const BriefSnow = z.strictObject({ label: text, sites });

const BriefRecord = z.strictObject({ site: text, parameter: text });

/** `natural` is the site of the unregulated flow at the same place. */
const BriefRiver = z.strictObject({ site: text, parameter: text, natural: z.optional(text) });

/**
 * What the page Today has, in this order. `wells` are sites with a depth to water or an elevation of the water, `reaches`
 * sites with a reach gain. `moved` are the parameters whose changes of a week are compared.
 */
export const BasinBrief = z.strictObject({
  storage: z.optional(BriefStorage),
  snow: z.optional(z.array(BriefSnow)),
  rivers: z.optional(z.array(BriefRiver)),
  springs: z.optional(z.array(BriefRecord)),
  wells: z.optional(z.array(BriefRecord)),
  reaches: z.optional(z.array(BriefRecord)),
  moved: z.optional(z.array(text)),
});
export type BasinBrief = z.output<typeof BasinBrief>;
