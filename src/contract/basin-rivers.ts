import * as z from 'zod/mini';
import { text } from './basin-fields.ts';

/**
 * Sites along a river, in downstream order. `joins` is the first site of another river below the place where this one
 * flows into it.
 */
export const BasinRiver = z.strictObject({
  name: text,
  sites: z.array(text).check(z.minLength(1, 'expected the id of at least one site')),
  joins: z.optional(text),
});
export type BasinRiver = z.output<typeof BasinRiver>;
