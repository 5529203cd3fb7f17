import type { FeatureCollection } from '#contract/public-map.ts';
import { edgePaint, type SitePaint } from '#domain/site-families.ts';
import type { LegendSample } from '#kits/map/index.ts';
import type { Swatch } from './layers.ts';

/** Stands for any color in marks that apply to all; legible in both themes. */
const mixedColor = '#73828c';

/** The paint of a mark that applies to sites of every color. */
export const mixedPaint = (isDark: boolean): SitePaint => ({
  'circle-color': mixedColor,
  ...edgePaint(isDark),
});

/** The picture of a layer in a legend: of its most important feature, or of those with one value. */
export function layerSample(
  { layer, properties }: Swatch,
  geometries: Readonly<Record<string, FeatureCollection>>,
  zoom: number,
): LegendSample {
  const [first] = geometries[layer.source]?.features ?? [];
  return { layer, zoom, properties: { ...first?.properties, ...properties } };
}
