import * as z from 'zod/mini';
import { Day } from '../time-series.ts';

/**
 * A personal access token, without its secret. `starts_with` are its first characters, by which a person recognizes it.
 * It is valid through `ends_on`, a day of the basin's time zone, and then `has_ended`. `created_at` and `last_used_at` are
 * ISO 8601 in UTC; the last use is noted once an hour.
 */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  starts_with: z.string(),
  created_at: z.string(),
  ends_on: Day,
  has_ended: z.boolean(),
  last_used_at: z.nullable(z.string()),
});
export type AccessToken = z.output<typeof AccessToken>;
