import type { FeatureCollection, MapSource } from '#contract/public-map.ts';
import { type LayerGroup, visibleSources } from './layers.ts';

/** Lists the attributions of the sources whose shapes are drawn, each once. */
export function attributionsOf(
  sources: readonly MapSource[],
  groups: readonly LayerGroup[],
  geometries: Readonly<Record<string, Pick<FeatureCollection, 'features'>>>,
): readonly string[] {
  const drawn = visibleSources(groups).filter((id) => (geometries[id]?.features.length ?? 0) > 0);
  const texts = sources.filter(({ id }) => drawn.includes(id)).map(({ source }) => source.attribution);
  return [...new Set(texts)].filter((text) => text !== undefined);
}
