import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Finding } from '#contract/finding.ts';
import type { SiteCondition, SiteLatest } from '#contract/public-map.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { type FindingScope, hasValue, readFindings, readMainFindings } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { recordNotFound } from '../../http/problems.ts';
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
): Promise<Finding[]> {
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

/** So many sites are read by one statement, so that others get their turn at the embedded database between them. */
const sitesPerStatement = 100;

/** Reads what is said of the main record of each site on the map. Withheld ones are left out. */
export async function readConditions(
  from: Queryable,
  today: string,
  scope: FindingScope,
): Promise<SiteCondition[]> {
  const sites = await from.query(
    sql`select loc_ndx from location where is_shown order by loc_ndx`,
    z.object({ loc_ndx: z.int() }),
  );
  const conditions: SiteCondition[] = [];
  for (let at = 0; at < sites.length; at += sitesPerStatement) {
    const some = sites.slice(at, at + sitesPerStatement).map(({ loc_ndx }) => loc_ndx);
    const findings = await readMainFindings(from, some, { ...scope, recentDays: 0 });
    for (const finding of findings) if (!finding.is_withheld) conditions.push(toCondition(finding, today));
  }
  return conditions;
}

/** What a row of the map's list says of a finding. */
export function toCondition(finding: Finding, today: string): SiteCondition {
  const { value, standing, bar, class: name } = describeFinding(finding, { today });
  return {
    loc_ndx: finding.loc_ndx,
    parameter_ndx: finding.parameter_ndx,
    value,
    standing,
    class: name ? finding.class : null,
    percentile: bar?.percentile ?? null,
    record: bar?.record ?? null,
    year_before: bar?.yearBefore ?? null,
    is_late: bar?.isLate ?? false,
  };
}
