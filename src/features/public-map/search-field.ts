import type { ReadableAtom, WritableAtom } from 'nanostores';
import { idSearchBounds } from './home.ts';
import { type MapAddress, noFilters, type SearchMode } from './map-address.ts';
import { type MapSearch, type Suggestion, searchDelay } from './map-search.ts';
import type { Selection } from './selection.ts';

type SearchFieldSettings = {
  $state: ReadableAtom<MapAddress>;
  change(patch: Partial<MapAddress>): void;
  /** The debounced text of the comma mode; undefined in the other mode. */
  $idText: WritableAtom<string | undefined>;
  search: MapSearch;
  selection: Pick<Selection, 'map' | 'select' | 'flyTo'>;
};

/** Creates the actions of the search field: typing, switching the mode and choosing a suggestion. */
export function createSearchField({ $state, change, $idText, search, selection }: SearchFieldSettings) {
  const { map, select, flyTo } = selection;
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
    const { lat, lng } = suggestion.place;
    const name = suggestion.kind === 'place' ? suggestion.place.name : '';
    change({ site: undefined, pin: { lat, lng, name } });
    flyTo({ lat, lng });
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
