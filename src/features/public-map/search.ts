import { atom, type ReadableAtom } from 'nanostores';
import type { DataPoint } from '#contract/public-map.ts';
import { type Place, readCoordinates } from '#domain/coordinates.ts';
import type { FoundPlace, PlaceSearcher } from './geocode.ts';
import type { SiteSearch } from './search-client.ts';

export type Suggestion =
  | { kind: 'site'; site: DataPoint }
  | { kind: 'coordinates'; place: Place; label: string }
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'find-place'; text: string };

export type Suggestions =
  | { status: 'none' }
  | { status: 'searching'; text: string }
  | { status: 'ready'; text: string; items: readonly Suggestion[]; message: string | undefined };

/** How long typing must rest before a search. */
export const searchDelay = 200;

export type MapSearch = {
  readonly $suggestions: ReadableAtom<Suggestions>;
  /** Looks for the text after typing has rested. */
  type(text: string): void;
  /** Asks the place service; only ever on the visitor's word. */
  findPlaces(text: string): Promise<void>;
  clear(): void;
};

type Settings = {
  siteOf: (ndx: number) => DataPoint | undefined;
  search: SiteSearch;
  findPlace: PlaceSearcher | undefined;
  delay?: number;
};

export function createMapSearch({ siteOf, search, findPlace, delay = searchDelay }: Settings): MapSearch {
  const $suggestions = atom<Suggestions>({ status: 'none' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let turn = 0;

  function clear(): void {
    clearTimeout(timer);
    asking?.abort();
    turn += 1;
    $suggestions.set({ status: 'none' });
  }

  async function look(text: string): Promise<void> {
    const mine = turn;
    const coordinates = readCoordinates(text);
    const items: Suggestion[] = coordinates.kind === 'places' ? coordinates.places.map(asSuggestion) : [];
    let message = coordinates.kind === 'out-of-range' ? coordinates.message : undefined;
    if (coordinates.kind === 'none') {
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
    if (mine === turn) $suggestions.set({ status: 'ready', text, items, message });
  }

  return {
    $suggestions,
    type(text) {
      clear();
      if (text.trim() === '') return;
      $suggestions.set({ status: 'searching', text });
      timer = setTimeout(() => void look(text.trim()), delay);
    },
    async findPlaces(text) {
      clear();
      if (!findPlace) return;
      const mine = turn;
      asking = new AbortController();
      $suggestions.set({ status: 'searching', text });
      const answer = await findPlace(text, asking.signal);
      if (mine !== turn) return;
      if (answer.kind === 'failed') {
        const again: Suggestion = { kind: 'find-place', text };
        $suggestions.set({ status: 'ready', text, items: [again], message: answer.message });
        return;
      }
      const items = answer.places.map((place): Suggestion => ({ kind: 'place', place }));
      const message = items.length > 0 ? undefined : `No place is called “${text}”.`;
      $suggestions.set({ status: 'ready', text, items, message });
    },
    clear,
  };
}

function asSuggestion(place: Place, index: number): Suggestion {
  return {
    kind: 'coordinates',
    place,
    label: index === 0 ? 'Go to this place' : 'Latitude and longitude swapped',
  };
}
