import { atom, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { MapViewState, StyleLayer } from '#kits/map/index.ts';
import { todayInDenver } from '#lib/calendar.ts';
import type { SafeStorage } from '#lib/storage.ts';
import { onUserChange, type Session } from '#session/session-core.ts';
import type { Address } from '#stores/address.ts';
import { createDerivedStores, type MapPopupState } from './derived.ts';
import { createDisclaimer } from './disclaimer.ts';
import type { PlaceSearcher } from './geocode.ts';
import { home, idSearchBounds } from './home.ts';
import {
  isExpandedByDefault,
  isVisibleByDefault,
  type LayerGroup,
  siteSource,
  toggleGroup,
  visibleSources,
} from './layers.ts';
import {
  type BasemapId,
  type Coloring,
  type FilterGroupName,
  type MapAddress,
  noFilters,
  parseMapAddress,
  type SearchMode,
  serializeMapAddress,
} from './map-address.ts';
import { createMapData } from './map-data.ts';
import { createMapSearch, type Suggestion, searchDelay } from './map-search.ts';
import { createMeasurements } from './measurements.ts';
import type { SiteSearch } from './search-client.ts';
import { createSelection } from './selection.ts';

export type PublicMapSettings = {
  request: Requester;
  address: Address;
  $session: ReadableAtom<Session>;
  search: SiteSearch;
  findPlace: PlaceSearcher | undefined;
  storage: SafeStorage;
  notify: (message: string) => void;
  now: () => Date;
};

export type PublicMapScreen = ReturnType<typeof createPublicMap>;

/** Creates the state and the actions of the public map. `start()` loads the data and returns a function that stops. */
export function createPublicMap(settings: PublicMapSettings) {
  const { request, address, $session, search, findPlace, storage, notify, now } = settings;
  const data = createMapData(request);
  const disclaimer = createDisclaimer($session, storage);
  const measurements = createMeasurements();
  const $state = atom<MapAddress>(parseMapAddress(address.read(), home));
  const change = (patch: Partial<MapAddress>) => $state.set({ ...$state.get(), ...patch });

  const $bounds = atom<MapViewState['bounds'] | undefined>(undefined);
  /** The popup of a site opens only after the flight to it, so that it can be fitted into the view. */
  const $flying = atom(false);
  const $shapePopup = atom<MapPopupState | undefined>(undefined);
  /** `loc_ndx` of the sites that the last click hit. */
  const $clicked = atom<ReadonlySet<number>>(new Set());
  /** The debounced text of the comma mode. */
  const $idText = atom(idTextOf($state.get()));
  let idTimer: ReturnType<typeof setTimeout> | undefined;
  let restored: MapAddress | undefined;

  const today = () => todayInDenver(now());
  const derived = createDerivedStores({
    data,
    $state,
    $bounds,
    $flying,
    $shapePopup,
    $clicked,
    $idText,
    today,
  });
  const { $allSites, $filters, $site, $selected, $groups } = derived;
  const selection = createSelection({
    ...derived,
    $state,
    change,
    $bounds,
    $flying,
    $shapePopup,
    $clicked,
  });
  const { map, select, flyTo } = selection;
  /** A link with a site but without a view flies to the site. */
  const startsAtSite = $state.get().view === home;

  const mapSearch = createMapSearch({ siteOf: (ndx) => derived.$byNdx.get().get(ndx), search, findPlace });

  function setText(text: string): void {
    const { mode } = $state.get().search;
    const before = $idText.get();
    change({ search: { mode, text } });
    if (mode === 'attributes_search') {
      mapSearch.type(text);
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
    mapSearch.clear();
    const leaving = before.mode === 'comma_separated_data_dots_search';
    change({ search: { mode, text: '' }, ...(leaving ? { filters: noFilters } : {}) });
    $idText.set(mode === 'comma_separated_data_dots_search' ? '' : undefined);
  }

  function choose(suggestion: Suggestion): void {
    if (suggestion.kind === 'find-place') {
      void mapSearch.findPlaces(suggestion.text);
      return;
    }
    mapSearch.clear();
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

  function toggleLayerGroup(group: LayerGroup): void {
    const { shown, hidden } = $state.get();
    const next = toggleGroup(group.name, !group.visible, isVisibleByDefault(group.layers), shown, hidden);
    change({ shown: next.added, hidden: next.removed });
  }

  function toggleLayerGroupExpanded(group: LayerGroup): void {
    const { opened, closed } = $state.get();
    const next = toggleGroup(group.name, !group.expanded, isExpandedByDefault(group.name), opened, closed);
    change({ opened: next.added, closed: next.removed });
  }

  function start(): () => void {
    const disposers = [
      $state.listen((state, before = state) => {
        const isStep = state !== restored && isStepOfHistory(before, state);
        address[isStep ? 'push' : 'write'](serializeMapAddress(state, home));
      }),
      address.listen((query) => {
        restored = parseMapAddress(query, home);
        $shapePopup.set(undefined);
        mapSearch.clear();
        $state.set(restored);
        $idText.set(idTextOf(restored));
        const { lat, lng, zoom } = restored.view;
        map()?.setView([lat, lng], zoom);
      }),
      $allSites.subscribe((sites) => {
        search.index(sites);
        const ndx = $site.get();
        if (sites.length === 0 || ndx === undefined) return;
        const site = $selected.get();
        if (!site) {
          change({ site: undefined });
          notify(`The site ${ndx} of this link is not on the map.`);
        } else if (startsAtSite) select(site, 'fly');
      }),
      $groups.subscribe((groups) => data.loadGeometries(visibleSources(groups))),
      onUserChange($session, data.refetchForCaller),
    ];
    data.load();
    return () => {
      for (const dispose of disposers) dispose();
      clearTimeout(idTimer);
      selection.stop();
      mapSearch.clear();
      data.stop();
      search.close();
      address.flush();
    };
  }

  return {
    data,
    disclaimer,
    measurements,
    search: mapSearch,
    canFindPlaces: findPlace !== undefined,
    ...derived,
    ...selection,
    $state,
    isSiteLayer: (layer: StyleLayer) => layer.source === siteSource && layer.type === 'circle',
    removePin: () => change({ pin: undefined }),
    setBasemap: (basemap: BasemapId) => change({ basemap }),
    setColoring: (coloring: Coloring) => change({ coloring }),
    setFilter: (group: FilterGroupName, values: readonly string[]) =>
      change({ filters: { ...$filters.get(), [group]: values } }),
    clearFilters: () => change({ filters: noFilters }),
    prepareSearch: () => void search.prepare(),
    setText,
    setMode,
    choose,
    clearIds: () => setText(''),
    clearSearch: () => {
      setText('');
      change({ pin: undefined });
    },
    toggleLayerGroup,
    toggleLayerGroupExpanded,
    setPanels: (panels: MapAddress['panels']) => change({ panels }),
    start,
  };
}

/** Whether a change gets its own history entry, so that Back reverts it: selecting a site, or changing the filters. */
function isStepOfHistory(before: MapAddress, after: MapAddress): boolean {
  return (after.site !== undefined && after.site !== before.site) || after.filters !== before.filters;
}

function idTextOf({ search }: MapAddress): string | undefined {
  return search.mode === 'comma_separated_data_dots_search' ? search.text : undefined;
}
