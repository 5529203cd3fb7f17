import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const Day = z.iso.date();

/**
 * The sum of one parameter over sites, or the value of a single site, on the last day on which all of them have a value.
 * `before` is that of `days_before` days earlier. `newest` is the last day on which any of the sites has a value: where it
 * is later than `rdate`, the total rests on an older day, because a sum without one of its sites would be wrong.
 * A value
 * with `is_depth` is a depth to water, which shrinks where the water rises. `capacity` is the sum of the capacities where all are known. `approval` is `P` if any of the values is provisional.
 */
export const HeadlineTotal = z.object({
  parameter_name: z.string(),
  is_depth: z.boolean(),
  units_name: z.string(),
  site_count: z.int(),
  rdate: Day,
  value: z.number(),
  newest: Day,
  before: z.nullable(z.number()),
  days_before: z.int(),
  capacity: z.nullable(z.number()),
  approval: z.enum(['A', 'P']),
  is_demonstration: z.boolean(),
});
export type HeadlineTotal = z.output<typeof HeadlineTotal>;

/**
 * What the landing page leads with. `current_count` sites have a value in the last 30 days up to `newest`, the last day
 * with a value anywhere. `total` is that of the basin file; null if the file has none, or if there has been no day with a
 * value at all of its sites for 30 days.
 */
export const Headline = z.object({
  site_count: z.int(),
  current_count: z.int(),
  newest: z.nullable(Day),
  total: z.nullable(HeadlineTotal),
});
export type Headline = z.output<typeof Headline>;

export const readHeadline = defineEndpoint({
  name: 'readHeadline',
  summary: 'The number of sites, the total that the basin file leads with, and the last day with values',
  method: 'GET',
  path: '/api/headline',
  access: 'open',
  maxAge: 60,
  response: Headline,
  tags: ['Public map'],
});
