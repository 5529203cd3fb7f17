import type { LatestValue, SiteSummary } from '#contract/time-series.ts';
import { type FreshnessState, freshnessOf } from '#domain/freshness.ts';

/** A record with its latest value, which is undefined where it has none or could not be loaded. */
export type SiteRow = SiteSummary & {
  readonly latest: LatestValue | undefined;
  readonly reporting: FreshnessState;
};

/** Joins records with their latest values. `today` decides which records are late. */
export function toSiteRows(
  sites: readonly SiteSummary[],
  latest: readonly LatestValue[],
  today: string,
): readonly SiteRow[] {
  const keyOf = ({ loc_ndx, parameter_ndx }: LatestValue | SiteSummary) => `${loc_ndx} ${parameter_ndx}`;
  const latestOf = new Map(latest.map((each) => [keyOf(each), each]));
  return sites.map((site) => ({
    ...site,
    latest: latestOf.get(keyOf(site)),
    reporting: freshnessOf(site, today).state,
  }));
}
