import type { DataPoint } from '#contract/public-map.ts';
import { type Freshness, judgeFreshness } from '#domain/freshness.ts';
import type { PaintOverride } from '#kits/map/index.ts';
import type { ColorScheme } from './coloring.ts';

/** The freshness of each site's newest record, by `loc_ndx`. */
export type SiteFreshness = ReadonlyMap<number, Freshness>;

/** Legend labels of the states that the map marks. */
const labels = {
  late: 'Late: has not reported as often as it usually does',
  ended: 'Ended: no value for two years',
} as const;

type MarkedState = keyof typeof labels;
type Paint = Readonly<Record<string, string | number>>;

/** Marks by shape and opacity, so that they work with any coloring and without color vision. */
const paints: Readonly<Record<MarkedState, Paint>> = {
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

/** Overrides the paint of the sites' circles with the chosen colors and the freshness marks. */
export function sitePaint(scheme: ColorScheme, freshness: SiteFreshness): PaintOverride {
  // Sites with the same paint share one object, which the map compares by identity.
  const cachedPaints = new Map<string, Paint>();
  return ({ id }) => {
    if (typeof id !== 'number') return undefined;
    const color = scheme.kind === 'default' ? undefined : scheme.colors.get(id);
    const state = freshness.get(id)?.state;
    const mark = state === 'late' || state === 'ended' ? paints[state] : undefined;
    if (!color) return mark;
    const key = mark ? color + state : color;
    const paint = cachedPaints.get(key) ?? { ...mark, 'circle-color': color };
    cachedPaints.set(key, paint);
    return paint;
  };
}
