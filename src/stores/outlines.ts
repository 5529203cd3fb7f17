import type { FeatureCollection } from 'geojson';

/** State and county lines, made when the pages were built, for when no basemap tile can be had. */
export async function loadOutlines(): Promise<FeatureCollection> {
  const response = await fetch('/map/outlines.json', { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`The outlines could not be loaded (${response.status}).`);
  return response.json();
}
