import { atom, type ReadableAtom } from 'nanostores';
import type { DataPoint } from '#contract/public-map.ts';
import { type LatLng, parseCoordinates } from '#lib/coordinates.ts';
import type { FoundPlace, PlaceSearcher } from './geocode.ts';
import type { SiteSearch } from './search-client.ts';

export type Suggestion =
  | { kind: 'site'; site: DataPoint }
  | { kind: 'coordinates'; place: LatLng; label: string }
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'find-place'; text: string };

export type Suggestions =
  | { status: 'none' }
  | { status: 'searching'; text: string }
  | { status: 'ready'; text: string; items: readonly Suggestion[]; message: string | undefined };

/** Milliseconds without typing before a search starts. */
export const searchDelay = 200;

export type MapSearch = {
  readonly $suggestions: ReadableAtom<Suggestions>;
  /** Searches for the text, debounced. */
  type(text: string): void;
  /** Queries the place service; called only when the visitor chooses to. */
  findPlaces(text: string): Promise<void>;
  /** Searches again for the text that is shown, in the sites that have arrived. */
  repeat(): void;
  clear(): void;
};

type Settings = {
  siteOf: (ndx: number) => DataPoint | undefined;
  /** Whether the sites are loaded, or cannot be. Until then, a search waits. */
  isReady?: () => boolean;
  search: SiteSearch;
  findPlace: PlaceSearcher | undefined;
  delay?: number;
};

export function createMapSearch(settings: Settings): MapSearch {
  const { siteOf, isReady = () => true, search, findPlace, delay = searchDelay } = settings;
  const $suggestions = atom<Suggestions>({ status: 'none' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let placeRequest: AbortController | undefined;
  let lastRequestId = 0;

  function clear(): void {
    clearTimeout(timer);
    placeRequest?.abort();
    lastRequestId += 1;
    $suggestions.set({ status: 'none' });
  }

  async function runSearch(text: string): Promise<void> {
    const requestId = lastRequestId;
    const coordinates = parseCoordinates(text);
    const items: Suggestion[] = coordinates.kind === 'places' ? coordinates.places.map(asSuggestion) : [];
    let message = coordinates.kind === 'out-of-range' ? coordinates.message : undefined;
    if (coordinates.kind === 'none') {
      if (!isReady()) return;
      try {
        const hits = await search.find(text);
        if (hits === undefined) return;
        for (const hit of hits) {
          const site = siteOf(hit);
          if (site) items.push({ kind: 'site', site });
        }
      } catch (error) {
        message = error instanceof Error ? error.message : 'The search could not be started.';
      }
      if (findPlace) items.push({ kind: 'find-place', text });
    }
    if (requestId === lastRequestId) $suggestions.set({ status: 'ready', text, items, message });
  }

  function type(text: string): void {
    clear();
    if (text.trim() === '') return;
    $suggestions.set({ status: 'searching', text });
    timer = setTimeout(() => void runSearch(text.trim()), delay);
  }

  return {
    $suggestions,
    type,
    repeat() {
      const shown = $suggestions.get();
      if (shown.status !== 'none') type(shown.text);
    },
    async findPlaces(text) {
      clear();
      if (!findPlace) return;
      const requestId = lastRequestId;
      placeRequest = new AbortController();
      $suggestions.set({ status: 'searching', text });
      const result = await findPlace(text, placeRequest.signal);
      if (requestId !== lastRequestId) return;
      if (result.kind === 'failed') {
        const retrySuggestion: Suggestion = { kind: 'find-place', text };
        $suggestions.set({ status: 'ready', text, items: [retrySuggestion], message: result.message });
        return;
      }
      const items = result.places.map((place): Suggestion => ({ kind: 'place', place }));
      const message = items.length > 0 ? undefined : `No place matches “${text}”.`;
      $suggestions.set({ status: 'ready', text, items, message });
    },
    clear,
  };
}

function asSuggestion(place: LatLng, index: number): Suggestion {
  return {
    kind: 'coordinates',
    place,
    label: index === 0 ? 'Go to this place' : 'Latitude and longitude swapped',
  };
}
