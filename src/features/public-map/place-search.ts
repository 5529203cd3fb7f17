import type { PlaceSearcher } from './geocode.ts';

/** Loads the geocoder with the first search; undefined if the address is `none` or not a URL. */
export function createLazyPlaceSearch(address: string): PlaceSearcher | undefined {
  if (address === 'none' || !URL.canParse(address)) return undefined;
  return async (text, signal) => {
    const geocode = await import('./geocode.ts').catch(() => undefined);
    const found = await geocode?.createGeocoder(address)?.(text, signal);
    return found ?? { kind: 'failed', message: 'The place search cannot be reached. Try again.' };
  };
}
