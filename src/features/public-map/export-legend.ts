import { basin } from '#config/basin.ts';
import { product } from '#config/product.ts';
import type { DataPoint, FeatureCollection } from '#contract/public-map.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import type { ColorScheme } from './coloring.ts';
import { coloringLabels } from './filter-labels.ts';
import type { FreshnessMark } from './freshness.ts';
import { type LayerGroup, siteSource } from './layers.ts';

/** Builds the legend of a printed map: the visible layers, and only the site colors that occur in the frame. */
export function exportLegend(
  groups: readonly LayerGroup[],
  scheme: ColorScheme,
  inView: readonly DataPoint[],
  marks: readonly FreshnessMark[] = [],
): { legendTitle: string; legend: LegendEntry[] } {
  const colored = scheme.kind === 'default' ? [] : colorsInView(scheme.legend, scheme.colors, inView);
  const layers = groups
    .filter((group) => group.visible)
    .filter((group) => scheme.kind === 'default' || group.layers.every(({ source }) => source !== siteSource))
    .flatMap((group) => group.swatches)
    .flatMap(({ shape, label, color }) => (shape === 'text' ? [] : { label, color, shape }));
  return {
    legendTitle: scheme.kind === 'default' ? 'Legend' : coloringLabels[scheme.group],
    legend: [...colored, ...(showsSites(groups) ? marks.map(markEntry) : []), ...layers],
  };
}

const showsSites = (groups: readonly LayerGroup[]) =>
  groups.some(
    ({ visible, layers }) =>
      visible && layers.some(({ source, type }) => source === siteSource && type === 'circle'),
  );

/** Printed marks are gray, because they apply to any color, and their labels are short. */
function markEntry({ state, label }: FreshnessMark): LegendEntry {
  return state === 'late'
    ? { label: 'Late: reports less than usual', color: '#54616a', shape: 'ring' }
    : { label, color: '#bcc4ca', shape: 'circle' };
}

function colorsInView(
  legend: readonly { label: string; color: string }[],
  colors: ReadonlyMap<number, string>,
  inView: readonly DataPoint[],
): LegendEntry[] {
  const seen = new Set(inView.map(({ loc_ndx }) => colors.get(loc_ndx)));
  return legend
    .filter(({ color }) => seen.has(color))
    .map(({ label, color }) => ({ label, color, shape: 'circle' }));
}

/** Lists the caveats that a saved map has to carry. */
export function exportNotes(
  demo: string | undefined,
  groups: readonly LayerGroup[],
  geometries: Readonly<Record<string, Pick<FeatureCollection, 'note'>>>,
): string[] {
  const approximate = groups.some(
    (group) =>
      group.visible && group.layers.some(({ source }) => source === 'huc8' && geometries[source]?.note),
  );
  return [
    ...(demo === 'yes' ? ['Demonstration data.'] : []),
    ...(demo === 'some' ? ['Partly demonstration data.'] : []),
    ...(approximate ? ['HUC8 boundaries are approximate.'] : []),
  ];
}

/** Describes the source of a saved map: the portal, and the providers of the sites in the frame. */
export function exportSource(inView: readonly DataPoint[], notes: readonly string[]): string {
  const providers = [...new Set(inView.map((site) => site.data_provider))].sort();
  const sites = providers.length > 0 ? [`Sites of ${providers.join(', ')}.`] : [];
  return [`${product.name}, ${basin.name}.`, ...sites, ...notes].join(' ');
}
