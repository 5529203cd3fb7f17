import { colouringLabels } from '#config/colour-by.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import type { ColourScheme } from './colouring.ts';
import { type LayerGroup, siteSource } from './layers.ts';

/** The legend of a printed map: what is visible, the sites in the colours chosen. */
export function exportLegend(
  groups: readonly LayerGroup[],
  scheme: ColourScheme,
): { legendTitle: string; legend: LegendEntry[] } {
  const coloured =
    scheme.kind === 'default'
      ? []
      : scheme.legend.map(({ label, colour }) => ({ label, color: colour, shape: 'circle' as const }));
  const layers = groups
    .filter((group) => group.visible)
    .filter((group) => scheme.kind === 'default' || group.layers.every(({ source }) => source !== siteSource))
    .flatMap((group) => group.swatches)
    .flatMap(({ shape, label, colour }) => (shape === 'text' ? [] : { label, color: colour, shape }));
  return {
    legendTitle: scheme.kind === 'default' ? 'Legend' : colouringLabels[scheme.group],
    legend: [...coloured, ...layers],
  };
}
