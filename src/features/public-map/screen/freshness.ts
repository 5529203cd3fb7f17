import type { DataPoint } from '#contract/public-map.ts';
import { type Freshness, judgeFreshness } from '#domain/freshness.ts';
import type { SitePaint } from '#domain/site-families.ts';
import type { PaintOverride } from '#kits/map/index.ts';
import { type ColorScheme, noValue } from './colors/marker-colors.ts';

/** The freshness of each site's newest record, by `loc_ndx`. */
export type SiteFreshness = ReadonlyMap<number, Freshness>;

/** Legend labels of the states that the map marks. */
const labels = {
  late: 'Late: has not reported as often as it usually does',
  ended: 'Ended: no value for two years',
} as const;

type MarkedState = keyof typeof labels;

/** Marks by shape and opacity, so that they work with any coloring and without color vision. */
export const statePaints: Readonly<Record<MarkedState, SitePaint>> = {
  late: { 'circle-hole': 0.5 },
  ended: { 'circle-opacity': 0.4 },
};

export type FreshnessMark = {
  readonly state: MarkedState;
  readonly label: string;
  readonly count: number;
};

export function freshnessOfSites(sites: readonly DataPoint[], today: string): SiteFreshness {
  return new Map(
    sites.map((site) => [site.loc_ndx, judgeFreshness(site.por_end, site.interval_days, today)]),
  );
}

/** Lists the marks that occur among the sites. */
export function marksOf(sites: readonly DataPoint[], freshness: SiteFreshness): readonly FreshnessMark[] {
  return (['late', 'ended'] as const).flatMap((state) => {
    const count = sites.filter(({ loc_ndx }) => freshness.get(loc_ndx)?.state === state).length;
    return count > 0 ? { state, label: labels[state], count } : [];
  });
}

/** Overrides the paint of the sites' marks with that of their values and the freshness marks. */
export function sitePaint(scheme: ColorScheme, freshness: SiteFreshness): PaintOverride {
  // Sites with the same paint share one object, which the map compares by identity.
  const cachedPaints = new Map<string, SitePaint>();
  return ({ id }) => {
    if (typeof id !== 'number') return undefined;
    if (scheme.kind === 'category' && scheme.marks) return scheme.marks.get(id);
    const value = scheme.kind === 'default' ? undefined : (scheme.values.get(id) ?? noValue);
    const paint = scheme.kind === 'default' || value === undefined ? undefined : scheme.paints.get(value);
    const state = freshness.get(id)?.state;
    const mark = state === 'late' || state === 'ended' ? statePaints[state] : undefined;
    if (!paint || !mark) return paint ?? mark;
    const key = `${state} ${value}`;
    const marked = cachedPaints.get(key) ?? { ...paint, ...mark };
    cachedPaints.set(key, marked);
    return marked;
  };
}
