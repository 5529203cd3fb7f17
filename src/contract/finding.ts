import * as z from 'zod/mini';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { recordFields } from './record-fields.ts';

const Day = z.iso.date();

/** The statistics with which a value is compared: see `Finding`. */
export const FindingNormal = z.object({
  period: z.enum(['day', 'month']),
  count: z.int(),
  first_year: z.int(),
  last_year: z.int(),
  p10: z.number(),
  p25: z.number(),
  median: z.number(),
  p75: z.number(),
  p90: z.number(),
  percent: z.nullable(z.number()),
});

/**
 * The latest reading of a record within the last 14 days, in its unit, apart from its daily values. `time` is ISO 8601 in UTC.
 * `interval_minutes` is the usual time between readings, null with too few of them: one that is older than three intervals is
 * stale. `change_per_hour` is the change since the reading of about an hour before; null without one.
 */
const FindingReading = z.object({
  time: z.iso.datetime(),
  value: z.number(),
  approval: z.enum(['A', 'P']),
  interval_minutes: z.nullable(z.int()),
  change_per_hour: z.nullable(z.number()),
});

/**
 * What is said of a record: its last value, and where that stands. `rdate`, `value` and `approval` are null without a value
 * that passes the quality rules. `interval_days` is the usual number of days between values, by which a value is late, and
 * `delivered_by` names whose values they are, which may be another agency's than the site. `previous` is the value before
 * within a year, `week_before` that of seven days before `rdate`. `of` are the statistics of the same day, or for wells with
 * few readings of the same month, in `count` years of 1991–2020: null with too few years, as `class` and `percentile`
 * (1 to 99, of the water level where the values are depths) are then. `percent` is that of the median, null where a ratio
 * means nothing, as of a temperature. `rank` is the place among the `years` years on record that have a value for that day or
 * month, 1 for the highest, `low_rank` 1 for the lowest. `year_before` is the value of the same date a year before; of a well
 * with few readings the nearest one within 20 days. `recent` are the last days for a small line: `days` since `start`.
 * `capacity` is that of a reservoir, of its storage, in the unit of the record. With `is_withheld`, the caller needs an
 * account to see the values, and there are none. `reading` is the latest one of the last hours, where the record has any and
 * the answer is of now.
 */
export const FindingAnswer = z.object({
  ...recordFields,
  delivered_by: z.string(),
  is_withheld: z.boolean(),
  por_start: z.nullable(Day),
  interval_days: z.int(),
  capacity: z.nullable(z.number()),
  rdate: z.nullable(Day),
  value: z.nullable(z.number()),
  approval: z.nullable(z.enum(['A', 'P'])),
  previous: z.nullable(z.object({ rdate: Day, value: z.number() })),
  week_before: z.nullable(z.number()),
  class: z.nullable(z.enum(standingClasses)),
  percentile: z.nullable(z.int()),
  of: z.nullable(FindingNormal),
  rank: z.nullable(z.object({ rank: z.int(), low_rank: z.int(), years: z.int() })),
  year_before: z.nullable(z.object({ rdate: Day, value: z.number(), percentile: z.nullable(z.int()) })),
  reading: z.optional(FindingReading),
  recent: z.object({ start: Day, days: z.array(z.int()), values: z.array(z.number()) }),
});
export type FindingAnswer = z.output<typeof FindingAnswer>;
