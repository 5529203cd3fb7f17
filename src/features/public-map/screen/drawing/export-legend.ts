import { basin } from '#config/basin/basin.ts';
import { product } from '#config/product.ts';
import type { DataPoint, FeatureCollection, MapLayer } from '#contract/public-map.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { isDemonstration } from '#lib/page/demonstration.ts';
import type { ColorScheme } from '../colors/marker-colors.ts';
import { type FreshnessMark, statePaints } from '../freshness.ts';
import {
  isSiteCircle,
  type LayerGroup,
  layerSample,
  mixedPaint,
  showsSites,
  siteLayerOf,
} from '../layers.ts';
import { coloringLabels } from '../site-filters.ts';

type LegendInputs = {
  groups: readonly LayerGroup[];
  scheme: ColorScheme;
  inView: readonly DataPoint[];
  marks?: readonly FreshnessMark[];
  geometries?: Readonly<Record<string, FeatureCollection>>;
  zoom: number;
};

/** Builds the legend of a saved map: the visible layers, and only the marks of sites that occur in the frame. */
export function exportLegend(inputs: LegendInputs): { legendTitle: string; legend: LegendEntry[] } {
  const { groups, scheme, marks = [], geometries = {}, zoom } = inputs;
  const layer = showsSites(groups) ? siteLayerOf(groups) : undefined;
  const isRecolored = scheme.kind === 'category';
  const layers = groups
    .filter(({ visible }) => visible)
    .flatMap(({ swatches }) => swatches)
    .filter((swatch) => swatch.layer.type !== 'symbol' && !(isRecolored && isSiteCircle(swatch.layer)))
    .map((swatch) => ({ label: swatch.label, sample: layerSample(swatch, geometries, zoom) }));
  return {
    legendTitle: scheme.kind === 'default' ? 'Legend' : (scheme.title ?? coloringLabels[scheme.group]),
    legend: layer
      ? [
          ...marksInView(inputs, layer),
          ...(isRecolored ? (scheme.extras ?? []) : []),
          ...marks.map((mark) => markEntry(mark, layer, isRecolored, zoom)),
          ...layers,
        ]
      : layers,
  };
}

/** The state marks of a recolored map are gray, because they apply to any color; their printed labels are short. */
function markEntry(
  { state, label }: FreshnessMark,
  layer: MapLayer,
  isRecolored: boolean,
  zoom: number,
): LegendEntry {
  return {
    label: state === 'late' ? 'Late: reports less than usual' : label,
    sample: { layer, zoom, paint: { ...(isRecolored && mixedPaint(false)), ...statePaints[state] } },
  };
}

function marksInView({ scheme, inView, zoom }: LegendInputs, layer: MapLayer): LegendEntry[] {
  if (scheme.kind === 'default') return [];
  const seen = new Set(inView.map(({ loc_ndx }) => scheme.values.get(loc_ndx)));
  return scheme.legend
    .filter(({ value }) => seen.has(value))
    .map(({ label, paint, heading }) => ({ label, heading, sample: { layer, paint, zoom } }));
}

/** Lists the caveats that a saved map has to carry. */
export function exportNotes(
  groups: readonly LayerGroup[],
  geometries: Readonly<Record<string, Pick<FeatureCollection, 'note'>>>,
): string[] {
  const approximate = groups.some(
    (group) =>
      group.visible && group.layers.some(({ source }) => source === 'huc8' && geometries[source]?.note),
  );
  return [
    ...(isDemonstration() ? [demonstrationNote] : []),
    ...(approximate ? ['HUC8 boundaries are approximate.'] : []),
  ];
}

/** Describes the source of a saved map: the portal, and the providers of the sites that are drawn in the frame. */
export function exportSource(inView: readonly DataPoint[], notes: readonly string[]): string {
  const providers = [...new Set(inView.map((site) => site.data_provider))].sort();
  const sites = providers.length > 0 ? [`Sites of ${providers.join(', ')}.`] : [];
  return [`${product.name}, ${basin.name}.`, ...sites, ...notes].join(' ');
}
