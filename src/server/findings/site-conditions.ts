import type { FindingAnswer } from '#contract/finding.ts';
import type { SiteCondition } from '#contract/public-map.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import type { BasinShare } from '#domain/snow/snowpack.ts';
import { snowClassOf, weekTrendOf } from '#domain/statistics/condition-season.ts';
import { percentOf } from '#domain/statistics/percent-of.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type FindingScope, readMainFindings } from '../db/findings.ts';
import type { Queryable } from '../db/queryable.ts';
import { inParts, readShownSites } from './shown-sites.ts';

/** So many sites are read by one statement, so that others get their turn at the embedded database between them. */
const sitesPerStatement = 100;
/** Reads what is said of the main record of each site on the map. */
export async function readConditions(
  from: Queryable,
  today: string,
  scope: FindingScope,
): Promise<SiteCondition[]> {
  const sites = await readShownSites(from);
  const findings: FindingAnswer[] = [];
  for (const some of inParts(sites, sitesPerStatement)) {
    const found = await readMainFindings(
      from,
      some.map(({ loc_ndx }) => loc_ndx),
      { ...scope, recentDays: 0 },
    );
    findings.push(...found);
  }
  const unitOf = new Map(sites.map(({ loc_ndx, huc8_name }) => [loc_ndx, huc8_name]));
  const bySnow = Map.groupBy(findings.filter(isSnow), ({ loc_ndx }) => unitOf.get(loc_ndx));
  const snow = new Map([...bySnow].map(([unit, some]) => [unit, snowClassOf(some.map(toShare(today)))]));
  return findings.map((finding) => {
    const ofUnit = isSnow(finding) ? snow.get(unitOf.get(finding.loc_ndx)) : undefined;
    return toCondition(finding, today, ofUnit);
  });
}

const isSnow = ({ parameter_ndx, is_withheld }: FindingAnswer) =>
  parameter_ndx === parameterNdx.swe && !is_withheld;

const toShare =
  (today: string) =>
  (finding: FindingAnswer): BasinShare => {
    const isCurrent = describeFinding(finding, { today }).state === 'current';
    return isCurrent ? { value: finding.value ?? undefined, median: finding.of?.median } : nothing;
  };
const nothing: BasinShare = { value: undefined, median: undefined };

/** What a row of the map's list says of a finding. */
export function toCondition(
  finding: FindingAnswer,
  today: string,
  huc8_snow: number | null = null,
): SiteCondition {
  const { value, standing, bar, class: text } = describeFinding(finding, { today });
  const { loc_ndx, parameter_ndx, rdate, is_withheld, capacity, week_before } = finding;
  const name = text ? finding.class : null;
  const ofBefore = percentOf(finding.value ?? 0, week_before ?? undefined, parameter_ndx);
  return {
    loc_ndx,
    parameter_ndx,
    value,
    rdate,
    standing,
    class: name,
    percentile: bar?.percentile ?? null,
    record: bar?.record ?? null,
    year_before: bar?.yearBefore ?? null,
    is_late: bar?.isLate ?? false,
    is_withheld,
    week: bar?.isLate ? null : weekTrendOf(ofBefore, name),
    capacity,
    full: capacity === null || finding.value === null ? null : Math.round((100 * finding.value) / capacity),
    huc8_snow,
  };
}
