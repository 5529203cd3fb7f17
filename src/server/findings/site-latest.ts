import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { FindingAnswer } from '#contract/finding.ts';
import type { SiteLatest } from '#contract/site-latest.ts';
import { type FindingScope, hasValue, readFindings } from '../db/findings.ts';
import type { Queryable } from '../db/queryable.ts';
import { recordNotFound } from '../http/problems.ts';
import { thinToExtremes } from './thin-to-extremes.ts';

/** The days before the latest value that a small line shows. */
const recentDays = 365;

/** Two values of each run of so many days are left: about 90 points for a line of 240 pixels. */
const daysPerRun = 8;

/**
 * Reads the finding of each record of a site that has a value, with its thinned last year.
 * @throws HttpProblem 404 for a location that is not on the map
 */
export async function readLatestOfSite(
  from: Queryable,
  location: string,
  scope: FindingScope,
): Promise<SiteLatest> {
  const [site] = await from.query(
    sql`select loc_ndx from location where loc_ndx = ${Number(location)}::int and is_shown`,
    z.object({ loc_ndx: z.int() }),
  );
  if (!site) throw recordNotFound();
  return { loc_ndx: site.loc_ndx, records: await readFindingsOfSite(from, location, scope) };
}

/** Reads the findings of a site in the order of its parameters, those without a value left out. */
export async function readFindingsOfSite(
  from: Queryable,
  location: string,
  scope: FindingScope,
): Promise<FindingAnswer[]> {
  const keys = await from.query(
    sql`select loc_ndx, parameter_ndx from location_parameter where loc_ndx = ${Number(location)}::int
      order by parameter_ndx`,
    z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
  );
  const findings = await readFindings(from, keys, { ...scope, recentDays, withReadings: true });
  return findings.filter(hasValue).map((finding) => {
    const { days, values } = thinToExtremes(finding.recent, daysPerRun);
    return { ...finding, recent: { start: finding.recent.start, days: [...days], values: [...values] } };
  });
}
