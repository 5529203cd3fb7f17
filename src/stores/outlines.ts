import type { FeatureCollection } from 'geojson';

/** Loads the state and county lines that replace a basemap whose tiles cannot be loaded. */
export async function loadOutlines(): Promise<FeatureCollection> {
  const response = await fetch('/map/outlines.json', { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`The outlines could not be loaded (${response.status}).`);
  return response.json();
}
