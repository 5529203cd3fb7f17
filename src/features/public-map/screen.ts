import { atom, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { DataPoint } from '#contract/public-map.ts';
import type { MapViewState } from '#kits/map/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { SafeStorage } from '#lib/storage.ts';
import { onUserChange, type Session } from '#session/session-core.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createDerivedStores } from './derived.ts';
import type { PointedEntry } from './emphasis.ts';
import type { PlaceSearcher } from './geocode.ts';
import { createLatestValues } from './latest-values.ts';
import { isExpandedByDefault, type LayerGroup, toggleGroup, visibleSources } from './layers.ts';
import {
  type BasemapId,
  type Coloring,
  defaultMapAddress,
  type FilterGroupName,
  isTooLongForAddress,
  type MapAddress,
  type MapView,
  noFilters,
  parseMapAddress,
  refersToSession,
  serializeMapAddress,
} from './map-address.ts';
import { createMapData } from './map-data.ts';
import { createMapSearch } from './map-search.ts';
import { createMeasurements } from './measurements.ts';
import type { MapPopupState } from './popup-state.ts';
import type { SiteSearch } from './search-client.ts';
import { createSearchField, idTextOf } from './search-field.ts';
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
  /** The default view. */
  home: MapView;
};

export type PublicMapScreen = ReturnType<typeof createPublicMap>;

/** Creates the state and the actions of the public map. `start()` loads the data and returns a function that stops. */
export function createPublicMap(settings: PublicMapSettings) {
  const { request, address, $session, search, findPlace, storage, notify, now, home } = settings;
  const data = createMapData(request);
  const latest = createLatestValues(request);
  const measurements = createMeasurements({ storage, notify });
  const $state = atom<MapAddress>(defaultMapAddress(home));
  const change = (patch: Partial<MapAddress>) => $state.set({ ...$state.get(), ...patch });

  const $bounds = atom<MapViewState['bounds'] | undefined>(undefined);
  const $listBounds = atom<MapViewState['bounds'] | undefined>(undefined);
  /** The popup of a site opens only after the flight to it, so that it can be fitted into the view. */
  const $flying = atom(false);
  /** Whether the ground of the map, its tiles or what replaces them, is dark. */
  const $isDark = atom(false);
  /** The legend entry whose sites are brought forward. */
  const $pointedEntry = atom<PointedEntry | undefined>(undefined);
  /** The site that the keyboard is on in the list, and that the map names. */
  const $pointedSite = atom<number | undefined>(undefined);
  const $shapePopup = atom<MapPopupState | undefined>(undefined);
  /** `loc_ndx` of the sites that the last click hit. */
  const $clicked = atom<ReadonlySet<number>>(new Set());
  /** The debounced text of the comma mode. */
  const $idText = atom<string | undefined>(undefined);

  const today = () => todayInBasin(now());
  const derived = createDerivedStores({
    data,
    $state,
    $bounds,
    $listBounds,
    $flying,
    $shapePopup,
    $clicked,
    $idText,
    $isDark,
    $pointedEntry,
    today,
  });
  const { $allSites, $filters, $site, $selected, $groups } = derived;
  const selection = createSelection({
    ...derived,
    $state,
    change,
    $bounds,
    $listBounds,
    $flying,
    $pointedSite,
    $shapePopup,
    $clicked,
  });
  const { map, select } = selection;
  const mapSearch = createMapSearch({
    siteOf: (ndx) => derived.$byNdx.get().get(ndx),
    isReady: () => data.wells.$state.get().status !== 'loading',
    search,
    findPlace,
  });
  const searchField = createSearchField({ $state, change, $idText, search: mapSearch, selection });

  function toggleLayerGroup(group: LayerGroup): void {
    const { shown, hidden } = $state.get();
    const next = toggleGroup(group.name, !group.visible, group.visibleByDefault, shown, hidden);
    change({ shown: next.added, hidden: next.removed });
  }

  function toggleLayerGroupExpanded(group: LayerGroup): void {
    const { opened, closed } = $state.get();
    const next = toggleGroup(group.name, !group.expanded, isExpandedByDefault(group.name), opened, closed);
    change({ opened: next.added, closed: next.removed });
  }

  function checkSelectedSite(sites: readonly DataPoint[]): void {
    const ndx = $site.get();
    if (sites.length === 0 || ndx === undefined) return;
    const site = $selected.get();
    if (!site) {
      change({ site: undefined });
      notify(`Site ${ndx} in this link is not on the map.`);
    } else if (startsAtSite) select(site, 'fly');
  }

  function readAddress(query: string): MapAddress {
    const state = parseMapAddress(query, home);
    if (!refersToSession(query)) return state;
    const text = storage.getItem(longTextKey);
    if (text === null) notify('The ids of this link are in another browser tab. Enter them again.');
    return { ...state, search: { ...state.search, text: text ?? '' } };
  }

  const statePart = addressPart($state, {
    read: readAddress,
    write: (state) => {
      const { text } = state.search;
      if (isTooLongForAddress(text) && storage.getItem(longTextKey) !== text) {
        storage.setItem(longTextKey, text, 'the list of ids lasts until you leave this page');
      }
      return serializeMapAddress(state, home);
    },
    isStep: (after, before) => isStepOfHistory(before, after),
  });

  function restore(query: string): void {
    $shapePopup.set(undefined);
    mapSearch.clear();
    statePart.restore(query);
    $idText.set(idTextOf($state.get()));
    selection.refreshList();
    const { lat, lng, zoom } = $state.get().view;
    map()?.setView([lat, lng], zoom);
  }

  const { start } = createScreen({
    address,
    parts: [{ ...statePart, restore }, measurements.addressPart],
    queries: [data],
    submitted: [latest],
    onStart: () => [
      $allSites.subscribe((sites) => {
        search.index(sites);
        if (sites.length > 0) mapSearch.repeat();
        checkSelectedSite(sites);
      }),
      $selected.subscribe((site) => latest.show(site?.loc_ndx)),
      $groups.subscribe((groups) => data.loadGeometries(visibleSources(groups))),
      onUserChange($session, data.refetchForCaller),
      selection.stop,
      searchField.stopSearch,
      search.close,
    ],
  });
  const named = new URLSearchParams(address.read()).get('site');
  if (named !== null && $state.get().site === undefined) {
    notify(`Site ${named.slice(0, 40)} in this link is not on the map.`);
  }
  /** A link with a site but without a view flies to the site. */
  const startsAtSite = $state.get().view === home;

  return {
    home,
    data,
    latest,
    today,
    measurements,
    search: mapSearch,
    ...derived,
    ...selection,
    ...searchField,
    $state,
    $isDark,
    $pointedEntry,
    $pointedSite,
    removePin: () => change({ pin: undefined }),
    setBasemap: (basemap: BasemapId) => change({ basemap }),
    setColoring: (coloring: Coloring) => change({ coloring }),
    setFilter: (group: FilterGroupName, values: readonly string[]) =>
      change({ filters: { ...$filters.get(), [group]: values } }),
    clearFilters: () => change({ filters: noFilters }),
    prepareSearch: () => void search.prepare(),
    toggleLayerGroup,
    toggleLayerGroupExpanded,
    setPanels: (panels: MapAddress['panels']) => change({ panels }),
    start,
  };
}

/** Where a search text that is too long for the address stays. */
const longTextKey = 'map-search-text';

/**
 * Whether a change gets its own history entry, so that Back reverts it: selecting a site, or changing the filters, the
 * coloring or the basemap.
 */
function isStepOfHistory(before: MapAddress, after: MapAddress): boolean {
  return (
    (after.site !== undefined && after.site !== before.site) ||
    after.filters !== before.filters ||
    after.coloring !== before.coloring ||
    after.basemap !== before.basemap
  );
}
