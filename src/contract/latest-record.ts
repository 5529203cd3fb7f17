import * as z from 'zod/mini';
import { standingClasses } from '#domain/standing.ts';

const Day = z.iso.date();

/**
 * The latest value of a record. `previous` is the value before it within a year. `class` and `percent_of_median` compare it
 * with the same day, or for wells with few readings the same month, of 1991–2020; the percentage is null where a ratio
 * means nothing, as of a temperature. `recent` is the last year for a small line, thinned to its peaks: `days` since
 * `start`.
 */
export const LatestRecord = z.object({
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  is_demonstration: z.boolean(),
  por_start: z.nullable(Day),
  interval_days: z.int(),
  rdate: Day,
  value: z.number(),
  approval: z.string(),
  previous: z.nullable(z.object({ rdate: Day, value: z.number() })),
  class: z.nullable(z.enum(standingClasses)),
  period: z.enum(['day', 'month']),
  percent_of_median: z.nullable(z.number()),
  recent: z.object({ start: Day, days: z.array(z.int()), values: z.array(z.number()) }),
});
export type LatestRecord = z.output<typeof LatestRecord>;
