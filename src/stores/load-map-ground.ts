import type { MapStore } from 'nanostores';
import {
  type FeatureCollection,
  listMapLayers,
  listMapSources,
  type MapLayer,
  readMapGeometry,
} from '#contract/public-map.ts';
import { request } from './api.ts';

/** What lies beneath the points of the tools' maps, as on the public map. */
export type LoadedGround = {
  readonly layers: readonly MapLayer[];
  /** GeoJSON by the source of the layers. */
  readonly data: Readonly<Record<string, FeatureCollection>>;
  readonly credits: readonly string[];
};

/** The HUC8s, the water and the towns. */
const groundSources = ['huc8', 'rivers', 'waterbodies', 'towns'];

/**
 * Loads the layers of the ground and their shapes, which the browser caches as those of the public map. Shapes that
 * cannot be loaded are left out.
 * @throws RequestFailed if the layers cannot be loaded
 */
export async function loadMapGround($ground: MapStore<LoadedGround>): Promise<void> {
  const signal = AbortSignal.timeout(20_000);
  const [all, sources] = await Promise.all([
    request(listMapLayers, {}, { signal }),
    request(listMapSources, {}, { signal }),
  ]);
  const layers = all.filter(
    ({ source, layout }) => groundSources.includes(source) && layout.visibility !== 'none',
  );
  $ground.setKey('layers', layers);
  await Promise.allSettled(
    [...new Set(layers.map(({ source }) => source))].map(async (id) => {
      const shapes = await request(readMapGeometry, { params: { id } }, { signal });
      $ground.setKey('data', { ...$ground.get().data, [id]: shapes });
      const credit = sources.find((each) => each.id === id)?.source.attribution;
      if (credit) $ground.setKey('credits', [...new Set([...$ground.get().credits, credit])]);
    }),
  );
}
