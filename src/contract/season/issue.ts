import * as z from 'zod/mini';
import { siteFields } from '../record-fields.ts';

/** The day of a forecast in a query. */
export const IssueDay = z.optional(z.iso.date('expected a day such as 2026-04-01'));

/** A reservoir of a group on an issue day. */
export const ReservoirStorage = z.object({
  ...siteFields,
  capacity_af: z.number(),
  storage_af: z.nullable(z.number()),
  /** Whose values they are. */
  delivered_by: z.string(),
});
export type ReservoirStorage = z.output<typeof ReservoirStorage>;
