import type { DataPoint, SiteCondition } from '#contract/public-map.ts';
import { type BarSize, marksOfFigures, percentileBar } from '#domain/finding/percentile-bar.ts';
import type { SiteFreshness } from '../freshness.ts';
import type { SiteSort } from '../map-choices.ts';
import { sortByName } from '../site-filters.ts';

/** What the map and its list say of each site on a day, by `loc_ndx`, and the class of the snow of each HUC8. */
export type ShownConditions = {
  readonly sites: ReadonlyMap<number, SiteCondition>;
  readonly snow: ReadonlyMap<string, number>;
  /** The past day, `YYYY-MM-DD`; empty for the latest values. A past day has no change of a week, and nothing late. */
  readonly on: string;
};

/** The latest conditions, as the server lists them. */
export function latestConditions(
  conditions: readonly SiteCondition[],
  siteOf: ReadonlyMap<number, DataPoint>,
): ShownConditions {
  const snow = conditions.flatMap(({ loc_ndx, huc8_snow }): [string, number][] => {
    const unit = siteOf.get(loc_ndx)?.huc8_name;
    return unit && huc8_snow !== null ? [[unit, huc8_snow]] : [];
  });
  return {
    sites: new Map(conditions.map((each) => [each.loc_ndx, each])),
    snow: new Map(snow),
    on: '',
  };
}

/** The percentile bar of a condition; `label` is what a screen reader says of it. */
export function barOf(condition: SiteCondition, size: BarSize, label?: string): string {
  return percentileBar(marksOfFigures(condition), size, { label });
}

/** What the rank of a site rests on. */
export type RankBasis = { readonly conditions: ShownConditions; readonly freshness: SiteFreshness };

type SortBasis = RankBasis & {
  readonly sort: SiteSort;
  /** The place of a site along the rivers, by its agency's id. */
  readonly places: ReadonlyMap<string, number>;
  /** What the sort by how unusual they are needs. */
  readonly rankOf: ((site: DataPoint, basis: RankBasis) => number) | undefined;
};

/** Sorts the sites of the list; sites that are equal are sorted by their names. */
export function sortSites(sites: readonly DataPoint[], basis: SortBasis): readonly DataPoint[] {
  const byName = sortByName(sites);
  const { rankOf } = basis;
  if (basis.sort === 'river') {
    const placeOf = ({ loc_id }: DataPoint) => basis.places.get(loc_id) ?? basis.places.size;
    return byName.sort((one, other) => placeOf(one) - placeOf(other));
  }
  if (basis.sort === 'name' || !rankOf) return byName;
  const ranks = new Map(byName.map((site) => [site, rankOf(site, basis)]));
  return byName.sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}
