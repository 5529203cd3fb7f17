import type { FeatureCollection } from '#contract/public-map.ts';
import type { LegendSample } from '#kits/map/index.ts';
import type { Swatch } from './layers.ts';
import type { SitePaint } from './site-families.ts';

/** Stands for any color in marks that apply to all; legible in both themes. */
export const mixedPaint: SitePaint = { 'circle-color': '#73828c' };

/** The picture of a layer in a legend: of its most important feature, or of those with one value. */
export function layerSample(
  { layer, properties }: Swatch,
  geometries: Readonly<Record<string, FeatureCollection>>,
  zoom: number,
): LegendSample {
  const [first] = geometries[layer.source]?.features ?? [];
  return { layer, zoom, properties: { ...first?.properties, ...properties } };
}
