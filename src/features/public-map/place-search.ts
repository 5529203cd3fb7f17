import type { PlaceSearcher } from './geocode.ts';

/** The search for places, itself fetched with the first of them; undefined when it is switched off (`none`). */
export function createLazyPlaceSearch(address: string): PlaceSearcher | undefined {
  if (address === 'none' || !URL.canParse(address)) return undefined;
  return async (text, signal) => {
    const geocode = await import('./geocode.ts').catch(() => undefined);
    const found = await geocode?.createGeocoder(address)?.(text, signal);
    return found ?? { kind: 'failed', message: 'The place search cannot be reached. Try again.' };
  };
}
