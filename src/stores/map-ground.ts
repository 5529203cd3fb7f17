import type { FeatureCollection } from 'geojson';
import { map, onMount } from 'nanostores';
import type { LoadedGround } from './load-map-ground.ts';

/**
 * The ground of the tools' maps. It is loaded once for a page when its first map is shown, and arrives in parts. Without
 * it a map shows its points all the same, so that a failure is not reported here.
 */
export const $mapGround = map<LoadedGround>({ layers: [], data: {}, credits: [] });

let isLoaded = false;

onMount($mapGround, () => {
  if (isLoaded) return;
  isLoaded = true;
  import('./load-map-ground.ts')
    .then(({ loadMapGround }) => loadMapGround($mapGround))
    .catch(() => {
      isLoaded = false;
    });
});

/** Loads the state and county lines that replace a basemap whose tiles cannot be loaded. */
export async function loadOutlines(): Promise<FeatureCollection> {
  const response = await fetch('/map/outlines.json', { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`The outlines could not be loaded (${response.status}).`);
  return response.json();
}
