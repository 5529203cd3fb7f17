import * as z from 'zod/mini';
import { basin } from '#config/basin/basin.ts';
import { isOnEarth, type LatLng } from '#lib/geometry/coordinates.ts';

export type FoundPlace = LatLng & { readonly name: string };

export type PlaceSearchResult =
  | { kind: 'found'; places: readonly FoundPlace[] }
  | { kind: 'failed'; message: string };

const GeocoderResponse = z.array(
  z.looseObject({ lat: z.coerce.number(), lon: z.coerce.number(), display_name: z.string() }),
);

const { west, north, east, south } = basin.searchBox;
/** The area around the basin, whose places the service ranks first. */
const viewbox = [west, north, east, south].join(',');
const timeoutMs = 8000;

export type PlaceSearcher = (text: string, signal?: AbortSignal) => Promise<PlaceSearchResult>;

/** Creates a search at a Nominatim-compatible service; undefined if the address is `none` or not a URL. */
export function createGeocoder(address: string, send: typeof fetch = fetch): PlaceSearcher | undefined {
  if (address === 'none' || !URL.canParse(address)) return undefined;
  return async (text, signal) => {
    const url = new URL(address);
    const query = { q: text, format: 'jsonv2', limit: '5', viewbox, bounded: '0', countrycodes: 'us' };
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const timeoutSignal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, {
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
        headers: { accept: 'application/json' },
      });
      if (!response.ok)
        return { kind: 'failed', message: `The place search failed (${response.status}). Try again later.` };
      const parsed = GeocoderResponse.safeParse(await response.json());
      if (!parsed.success)
        return { kind: 'failed', message: 'The response of the place search could not be read.' };
      const places = parsed.data.map(({ lat, lon, display_name }) => ({ lat, lng: lon, name: display_name }));
      return { kind: 'found', places: places.filter(isOnEarth) };
    } catch {
      return {
        kind: 'failed',
        message: timeoutSignal.aborted
          ? 'The place search took too long to answer. Try again.'
          : 'The place search cannot be reached. Try again.',
      };
    }
  };
}
