import * as z from 'zod/mini';
import { csvOnly, linkName, linkQuery, notes, readFile } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { FindingAnswer } from '#contract/finding.ts';
import { BriefReach } from '#contract/group-findings.ts';

const Day = z.iso.date();

/** Canals that leave a river, or returns that enter it, between the site `below` which they do and the next one. */
const RiverBranch = z.object({ below: z.string(), sites: z.array(FindingAnswer) });

/**
 * A river with its gages and reservoirs in downstream order; a site that the portal does not show is left out. `is_line`:
 * it is drawn with its sites, while others enter as their last site. `joins` is the first site of another river below the
 * mouth. A reach begins at the site `from` and ends at the site `to`. Sites are named by their agency's ids.
 */
const RiverCourse = z.object({
  name: z.string(),
  is_line: z.boolean(),
  joins: z.nullable(z.string()),
  sites: z.array(FindingAnswer),
  diversions: z.array(RiverBranch),
  returns: z.array(RiverBranch),
  reaches: z.array(z.object({ from: z.string(), to: z.string(), gain: BriefReach })),
});
export type RiverCourse = z.output<typeof RiverCourse>;

/**
 * The rivers of the basin file on a day, with the last value of each record on or before it. `newest` is the latest
 * complete day: on it, every gage and reservoir of the lines has a value, but for those that are more than two days behind.
 * `first` is the first day with a value. `widest` is the largest daily flow of the lines in the 12 months up to `on`, to
 * which widths are scaled; null without one that the caller may see.
 */
export const River = z.object({
  on: Day,
  newest: z.nullable(Day),
  first: z.nullable(Day),
  widest: z.nullable(z.object({ value: z.number(), rdate: Day, loc_name: z.string() })),
  rivers: z.array(RiverCourse),
});
export type River = z.output<typeof River>;

/** `on`, `YYYY-MM-DD`, is the latest complete day by default. Other texts are refused as those of `/api/brief` are. */
export const readRiver = defineEndpoint({
  summary:
    'The rivers on a day: gages, reservoirs, tributaries, canals, returns and gains in downstream order',
  method: 'GET',
  path: '/api/river',
  access: 'open',
  query: z.object({ on: z.optional(z.string()) }),
  maxAge: 60,
  variesByCaller: true,
  response: River,
  errors: [400],
});

export const readRiverLink = defineEndpoint({
  ...readFile,
  subject: 'Data links',
  variesByCaller: true,
  access: 'open',
  summary: 'The rivers of a day in downstream order as CSV',
  path: '/api/data/river.:format',
  params: csvOnly,
  query: linkQuery({ on: z.optional(linkName), notes }),
});
