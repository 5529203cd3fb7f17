import type { LatestValue, SiteSummary } from '#contract/time-series.ts';
import { type FreshnessState, freshnessOf } from '#domain/freshness.ts';
import type { BasketState } from '#stores/account-basket.ts';

/** A record with its latest value, which is undefined where it has none or could not be loaded. */
export type SiteRow = SiteSummary & {
  readonly latest: LatestValue | undefined;
  readonly reporting: FreshnessState;
  /** Undefined while the basket loads. */
  readonly isInBasket: boolean | undefined;
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
    isInBasket: undefined,
  }));
}

/** Marks the rows whose site is in the basket; the others stay as they are. */
export function markBasket(
  rows: readonly SiteRow[],
  { status, sites }: Pick<BasketState, 'status' | 'sites'>,
): readonly SiteRow[] {
  const inBasket = new Set(sites);
  return rows.map((row) => ({
    ...row,
    isInBasket: status === 'loading' ? undefined : inBasket.has(row.loc_ndx),
  }));
}
