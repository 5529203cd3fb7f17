import type { DataPoint } from '#contract/public-map.ts';
import type { FreshnessState } from '#domain/freshness.ts';
import type { Emphasis } from '#kits/map/index.ts';
import type { ColorScheme } from './coloring.ts';
import type { SiteFreshness } from './freshness.ts';
import { siteSource } from './layers.ts';

/** The legend entry that is pointed at: that of a value of the coloring, or of a state of the records. */
export type PointedEntry =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'state'; readonly state: FreshnessState };

/** The sites of the entry that is pointed at; null if none is, or if there are none. */
export function emphasisOf(
  pointed: PointedEntry | undefined,
  scheme: ColorScheme,
  freshness: SiteFreshness,
  sites: readonly DataPoint[],
): Emphasis | null {
  if (!pointed) return null;
  const keys = new Set(
    sites
      .filter(({ loc_ndx }) => isOf(pointed, loc_ndx, scheme, freshness))
      .map(({ loc_ndx }) => String(loc_ndx)),
  );
  return keys.size > 0 ? { source: siteSource, keys } : null;
}

function isOf(pointed: PointedEntry, ndx: number, scheme: ColorScheme, freshness: SiteFreshness): boolean {
  if (pointed.kind === 'state') return freshness.get(ndx)?.state === pointed.state;
  return scheme.kind === 'category' && scheme.values.get(ndx) === pointed.value;
}
