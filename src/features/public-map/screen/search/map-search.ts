import { atom } from 'nanostores';
import type { DataPoint } from '#contract/public-map.ts';
import { type LatLng, parseCoordinates } from '#lib/geometry/coordinates.ts';
import { maxResults } from '#stores/search-record.ts';
import { idSearchBounds } from '../home.ts';
import type { MapAddress, SearchMode } from '../map-address.ts';
import { noFilters } from '../map-choices.ts';
import type { MapStores } from '../map-stores.ts';
import type { MapSelection } from '../selection.ts';
import type { SearchReader, SearchResult } from './answer.ts';
import type { FoundPlace, PlaceSearcher } from './geocode.ts';
import type { SiteSearch } from './search-client.ts';

export type Suggestion =
  | { kind: 'site'; site: DataPoint; result: SearchResult }
  | { kind: 'result'; result: SearchResult }
  | { kind: 'coordinates'; place: LatLng; label: string }
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'find-place'; text: string };

export type Suggestions =
  | { status: 'none' }
  | { status: 'searching'; text: string }
  | { status: 'ready'; text: string; items: readonly Suggestion[]; message: string | undefined };

/** Milliseconds without typing before a search starts. */
export const searchDelay = 200;

export type MapSearch = ReturnType<typeof createMapSearch>;

type Settings = {
  siteOf: (ndx: number) => DataPoint | undefined;
  /** Whether the sites are loaded, or cannot be. Until then, a search waits. */
  isReady?: () => boolean;
  search: SiteSearch;
  findPlace: PlaceSearcher | undefined;
  /** Whose screens are found, and the place marked on the map. */
  reader?: () => Omit<SearchReader, 'limit'>;
  delay?: number;
};

const anyone = () => ({ audiences: [] });

export function createMapSearch(settings: Settings) {
  const { siteOf, isReady = () => true, search, findPlace, reader = anyone, delay = searchDelay } = settings;
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
        const answer = await search.find(text, { ...reader(), limit: maxResults });
        if (answer === undefined) return;
        message = answer.message;
        for (const result of answer.results) {
          const site = result.site === undefined ? undefined : siteOf(result.site);
          if (site) items.push({ kind: 'site', site, result });
          else if (result.site === undefined) items.push({ kind: 'result', result });
        }
      } catch (error) {
        message = error instanceof Error ? error.message : 'The search could not be started.';
      }
      if (findPlace) items.push({ kind: 'find-place', text });
    }
    if (requestId === lastRequestId) $suggestions.set({ status: 'ready', text, items, message });
  }

  /** Searches for the text, debounced. */
  function type(text: string): void {
    clear();
    if (text.trim() === '') return;
    $suggestions.set({ status: 'searching', text });
    timer = setTimeout(() => void runSearch(text.trim()), delay);
  }

  return {
    $suggestions,
    type,
    /** Searches again for the text that is shown, in the sites that have arrived. */
    repeat(): void {
      const shown = $suggestions.get();
      if (shown.status !== 'none') type(shown.text);
    },
    /** Queries the place service; called only when the visitor chooses to. */
    async findPlaces(text: string): Promise<void> {
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

/** Creates the actions of the search field: typing, switching the mode and choosing a suggestion. */
export function createSearchField(
  { $state, change, $idText }: MapStores,
  search: MapSearch,
  { map, select, flyTo }: MapSelection,
  { openUnit, open }: { openUnit: (name: string) => void; open: (address: string) => void },
) {
  let idTimer: ReturnType<typeof setTimeout> | undefined;

  function setText(text: string): void {
    const { mode } = $state.get().search;
    const before = $idText.get();
    change({ search: { mode, text } });
    if (mode === 'attributes_search') {
      search.type(text);
      return;
    }
    clearTimeout(idTimer);
    if (text.trim() === '') {
      $idText.set('');
      if (before?.trim()) map()?.home();
      return;
    }
    idTimer = setTimeout(() => {
      $idText.set(text);
      map()?.fitBounds(idSearchBounds);
    }, searchDelay);
  }

  function setMode(mode: SearchMode): void {
    const before = $state.get().search;
    if (before.mode === mode) return;
    clearTimeout(idTimer);
    search.clear();
    const isLeavingIds = before.mode === 'comma_separated_data_dots_search';
    change({ search: { mode, text: '' }, ...(isLeavingIds ? { filters: noFilters } : {}) });
    $idText.set(mode === 'comma_separated_data_dots_search' ? '' : undefined);
  }

  function choose(suggestion: Suggestion): void {
    if (suggestion.kind === 'find-place') {
      void search.findPlaces(suggestion.text);
      return;
    }
    search.clear();
    if (suggestion.kind === 'site') {
      change({ search: { mode: 'attributes_search', text: suggestion.site.loc_name }, pin: undefined });
      select(suggestion.site, 'fly');
      return;
    }
    if (suggestion.kind === 'result') {
      openResult(suggestion.result);
      return;
    }
    const { lat, lng } = suggestion.place;
    const name = suggestion.kind === 'place' ? suggestion.place.name : '';
    change({ site: undefined, pin: { lat, lng, name } });
    flyTo({ lat, lng });
  }

  /** A place and a HUC8 are shown on the map; what is not on it opens in its place. */
  function openResult({ name, href, place, huc8 }: SearchResult): void {
    if (place) {
      const { lat, lng, zoom } = place;
      change({ search: { mode: 'attributes_search', text: name }, site: undefined, pin: { lat, lng, name } });
      flyTo({ lat, lng }, zoom);
    } else if (huc8 !== undefined) {
      const { filters } = $state.get();
      change({
        search: { mode: 'attributes_search', text: name },
        filters: { ...filters, huc8Names: [huc8] },
        pin: undefined,
      });
      openUnit(huc8);
    } else open(href);
  }

  return {
    setText,
    setMode,
    choose,
    clearIds: () => setText(''),
    clearSearch: () => {
      setText('');
      change({ pin: undefined });
    },
    stopSearch: () => {
      clearTimeout(idTimer);
      search.clear();
    },
  };
}

/** The initial text of `$idText`. */
export function idTextOf({ search }: MapAddress): string | undefined {
  return search.mode === 'comma_separated_data_dots_search' ? search.text : undefined;
}
