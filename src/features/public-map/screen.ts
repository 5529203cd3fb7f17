import { atom, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { DataPoint } from '#contract/public-map.ts';
import type { Place } from '#domain/coordinates.ts';
import {
  type BasemapId,
  type Colouring,
  defaultAddress,
  type FilterGroupName,
  type MapAddress,
  noFilters,
  readMapAddress,
  type SearchMode,
  writeMapAddress,
} from '#domain/map-address.ts';
import type { FeatureHit, MapCommands, MapPosition, MapViewState, StyleLayer } from '#kits/map/index.ts';
import type { Address } from '#stores/address.ts';
import { onCallerChanged, type Session } from '#stores/session-core.ts';
import { createMapData } from './data.ts';
import { createDisclaimer } from './disclaimer.ts';
import type { PlaceSearcher } from './geocode.ts';
import {
  expandsAtStart,
  type LayerGroup,
  neededSources,
  siteSource,
  startsVisible,
  switchGroup,
} from './layers.ts';
import { createMeasurements } from './measurements.ts';
import { popupOf } from './popup.ts';
import { createMapSearch, type Suggestion, searchDelay } from './search.ts';
import type { SiteSearch } from './search-client.ts';
import { createViews, type MapPopupState } from './views.ts';

/** Zoom of a site, a coordinate or a place that was searched for. */
export const searchZoom = 16;

/** Drawn and fitted while a comma-separated list of ids is searched. */
export const idBox = { west: -114.43207, south: 42.12127, east: -111.16265, north: 44.55016 } as const;

const longestFlight = 5000;

export type PublicMapSettings = {
  request: Requester;
  address: Address;
  $session: ReadableAtom<Session>;
  search: SiteSearch;
  findPlace: PlaceSearcher | undefined;
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  notify: (message: string) => void;
};

export type PublicMapScreen = ReturnType<typeof createPublicMap>;

/** The public map without its looks. `start()` loads the data; what it returns ends everything. */
export function createPublicMap(settings: PublicMapSettings) {
  const { request, address, $session, search, findPlace, storage, notify } = settings;
  const data = createMapData(request);
  const disclaimer = createDisclaimer($session, storage);
  const measurements = createMeasurements();
  const $state = atom<MapAddress>(readMapAddress(address.read()));
  const change = (part: Partial<MapAddress>) => $state.set({ ...$state.get(), ...part });

  const $bounds = atom<MapViewState['bounds'] | undefined>(undefined);
  const $pin = atom<Place | undefined>(undefined);
  /** On the way to a site its popup waits: only then can it be brought wholly into view. */
  const $flying = atom(false);
  const $feature = atom<MapPopupState | undefined>(undefined);
  /** The text of the comma mode, once typing has rested. */
  const $idText = atom(idTextOf($state.get()));
  let map: MapCommands | undefined;
  let waiting: MapPosition | undefined;
  let idTimer: ReturnType<typeof setTimeout> | undefined;
  let flight: ReturnType<typeof setTimeout> | undefined;

  const views = createViews({ data, $state, $bounds, $flying, $feature, $idText });
  const { $allSites, $filters, $site, $selected, $groups, $layers } = views;
  /** A link that names a site but no view shows the site. */
  const startsAtSite = $state.get().view === defaultAddress.view;

  const mapSearch = createMapSearch({ siteOf: (ndx) => views.$byNdx.get().get(ndx), search, findPlace });

  function flyTo({ lat, lng }: Place): void {
    if (!map) {
      waiting = { center: [lat, lng], zoom: searchZoom };
      return;
    }
    $flying.set(true);
    clearTimeout(flight);
    flight = setTimeout(() => $flying.set(false), longestFlight);
    map.flyTo([lat, lng], searchZoom);
  }

  function select(site: DataPoint, fly: boolean): void {
    $feature.set(undefined);
    change({ site: site.loc_ndx });
    const [lng, lat] = site.location_geometry.coordinates;
    if (fly) flyTo({ lat, lng });
  }

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
      if (before?.trim()) map?.home();
      return;
    }
    idTimer = setTimeout(() => {
      $idText.set(text);
      map?.fitBounds(idBox);
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
      change({ search: { mode: 'attributes_search', text: suggestion.site.loc_name } });
      $pin.set(undefined);
      select(suggestion.site, true);
      return;
    }
    change({ site: undefined });
    $pin.set(suggestion.place);
    flyTo(suggestion.place);
  }

  /** Opens the topmost of what was hit that has a popup. */
  function clickFeatures(hits: readonly FeatureHit[]): void {
    hits.some(clickFeature);
  }

  function clickFeature(hit: FeatureHit): boolean {
    const layer = $layers.get().find(({ id }) => id === hit.layerId);
    if (!layer) return false;
    const properties = hit.feature.properties ?? {};
    const ndx = properties.loc_ndx;
    const site = typeof ndx === 'number' ? views.$byNdx.get().get(ndx) : undefined;
    if (layer.source === siteSource && site) {
      if (layer.lreProperties.popup?.excludePopup) return false;
      select(site, false);
      return true;
    }
    const content = popupOf(layer, properties);
    if (!content) return false;
    change({ site: undefined });
    const [lat, lng] = hit.latlng;
    $feature.set({ key: `${layer.id}-${lat}-${lng}`, lat, lng, content, note: undefined });
    return true;
  }

  function switchLayers(group: LayerGroup): void {
    const { shown, hidden } = $state.get();
    const next = switchGroup(group.name, !group.visible, startsVisible(group.layers), shown, hidden);
    change({ shown: next.added, hidden: next.removed });
  }

  function expandLayers(group: LayerGroup): void {
    const { opened, closed } = $state.get();
    const next = switchGroup(group.name, !group.expanded, expandsAtStart(group.name), opened, closed);
    change({ opened: next.added, closed: next.removed });
  }

  function start(): () => void {
    const ends = [
      $state.listen((state) => address.write(writeMapAddress(state))),
      address.listen((query) => {
        const state = readMapAddress(query);
        $state.set(state);
        $idText.set(idTextOf(state));
        map?.setView([state.view.lat, state.view.lng], state.view.zoom);
      }),
      $allSites.subscribe((sites) => {
        search.index(sites);
        const ndx = $site.get();
        if (sites.length === 0 || ndx === undefined) return;
        const site = $selected.get();
        if (!site) {
          change({ site: undefined });
          notify(`The site ${ndx} of this link is not on the map.`);
        } else if (startsAtSite) select(site, true);
      }),
      $groups.subscribe((groups) => data.need(neededSources(groups))),
      onCallerChanged($session, data.renewForCaller),
    ];
    data.load();
    return () => {
      for (const end of ends) end();
      clearTimeout(idTimer);
      clearTimeout(flight);
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
    ...views,
    $state,
    $pin,
    isSiteLayer: (layer: StyleLayer) => layer.source === siteSource && layer.type === 'circle',
    map: () => map,
    attachMap(commands: MapCommands | null): void {
      map = commands ?? undefined;
      if (waiting) map?.setView(waiting.center, waiting.zoom);
      waiting = undefined;
    },
    moved({ center: [lat, lng], zoom, bounds }: MapViewState): void {
      clearTimeout(flight);
      $flying.set(false);
      $bounds.set(bounds);
      change({ view: { lat, lng, zoom } });
    },
    select,
    closePopup(): void {
      $feature.set(undefined);
      change({ site: undefined });
    },
    removePin: () => $pin.set(undefined),
    clickFeatures,
    setBasemap: (basemap: BasemapId) => change({ basemap }),
    setColouring: (colouring: Colouring) => change({ colouring }),
    setFilter: (group: FilterGroupName, values: readonly string[]) =>
      change({ filters: { ...$filters.get(), [group]: values } }),
    clearFilters: () => change({ filters: noFilters }),
    prepareSearch: () => void search.prepare(),
    setText,
    setMode,
    choose,
    clearSearch: () => {
      setText('');
      $pin.set(undefined);
    },
    switchLayers,
    expandLayers,
    setPanels: (panels: MapAddress['panels']) => change({ panels }),
    start,
  };
}

function idTextOf({ search }: MapAddress): string | undefined {
  return search.mode === 'comma_separated_data_dots_search' ? search.text : undefined;
}
