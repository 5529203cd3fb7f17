import type { DataPoint } from '#contract/public-map.ts';
import type { SitePaint } from '#domain/site-families.ts';
import type { PaintOverride } from '#kits/map/index.ts';

/** The river of a gage: its name up to the place, as in `Snake River near Heise`. */
const riverPattern = /^(.+?)\s+(?:at|near|above|below)\s/i;

/** The river with the most stream gages; undefined if no river has two. */
export function findMainStem(sites: readonly DataPoint[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { loc_type_name, loc_name } of sites) {
    const river = loc_type_name === 'Stream Gage' ? riverPattern.exec(loc_name)?.[1] : undefined;
    if (river) counts.set(river, (counts.get(river) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > 1 ? first[0] : undefined;
}

/** The importance of a site's label: 0 for gages of the main stem, 1 for reservoirs, up to 4. */
export function labelRank(site: DataPoint, mainStem: string | undefined): number {
  switch (site.loc_type_name) {
    case 'Stream Gage':
      return mainStem !== undefined && riverPattern.exec(site.loc_name)?.[1] === mainStem ? 0 : 2;
    case 'Reservoir':
      return 1;
    case 'Spring':
    case 'SNOTEL':
    case 'Sentinel Well':
      return 3;
    default:
      return 4;
  }
}

/** The zoom levels by which labels of each rank come before those of most sites, or after them. */
const zoomShifts = [-2, -2, -0.5, 0, 1];
/** The zoom from which a layer without `minzoom` has most of its labels. */
const usualZoom = 9;

/** The zoom from which a layer has its first labels, those of the main stem and of reservoirs. */
export const firstLabelZoom = (minzoom = usualZoom): number => Math.max(0, minzoom - 2);

/** Ranks the labels of sites: the important ones get their places first, and from farther away. */
export function labelPaint(sites: readonly DataPoint[], minzoom = usualZoom): PaintOverride {
  const mainStem = findMainStem(sites);
  const ranks = new Map(sites.map((site) => [site.loc_ndx, labelRank(site, mainStem)]));
  const paints = zoomShifts.map(
    (shift, rank): SitePaint => ({
      'symbol-sort-key': rank,
      'text-min-zoom': Math.max(0, minzoom + shift),
      ...(rank > 1 && { 'text-opacity': 0.85 }),
    }),
  );
  return ({ id }) => (typeof id === 'number' ? paints[ranks.get(id) ?? 4] : undefined);
}
