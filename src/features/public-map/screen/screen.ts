import { atom, computed, type ReadableAtom } from 'nanostores';
import type { DataPoint } from '#contract/public-map.ts';
import type { SiteLatest } from '#contract/site-latest.ts';
import type { Shape } from '#kits/map/index.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { SafeStorage } from '#lib/page/storage.ts';
import { showToast } from '#lib/page/toasts.ts';
import { onUserChange, type Session } from '#session/session-core.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { parseAskedDay } from '#stores/asked-day.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { areaSource } from './basin-outline.ts';
import { mapConditions } from './colors/map-conditions.ts';
import { unitBox } from './colors/unit-areas.ts';
import { createDerivedStores } from './derived.ts';
import { isExpandedByDefault, type LayerGroup, toggleGroup, visibleSources } from './layers.ts';
import {
  type BasemapId,
  isTooLongForAddress,
  type MapAddress,
  type MapView,
  parseMapAddress,
  refersToSession,
  serializeMapAddress,
} from './map-address.ts';
import { type Coloring, type FilterGroupName, noFilters, type SiteSort } from './map-choices.ts';
import { createMapData } from './map-data.ts';
import { createMapStores } from './map-stores.ts';
import { courseOf, type RiverSites, riverSource } from './river-sites.ts';
import type { PlaceSearcher } from './search/geocode.ts';
import { createMapSearch, createSearchField, idTextOf } from './search/map-search.ts';
import type { SiteSearch } from './search/search-client.ts';
import { createSelection } from './selection.ts';

/** The first day that can be shown. */
const earliest = mapConditions?.firstDay;

/** Stepping back and forth between sites asks for each once in this time. */
const cacheMs = 5 * 60_000;

/** The latest values of the selected site, by its `loc_ndx`. */
export function createLatestValues() {
  const cache = new Map<number, { readonly data: SiteLatest; readonly at: number }>();
  const query = createQuery<SiteLatest, number>({
    onSubmit: true,
    isSame: Object.is,
    async fetch(signal, ndx) {
      const cached = cache.get(ndx);
      if (cached && Date.now() - cached.at < cacheMs) return cached.data;
      const { readSiteLatest } = await import('#contract/site-latest.ts');
      const params = { location: String(ndx) };
      const data = await request(readSiteLatest, { params }, { signal, identify: true });
      cache.set(ndx, { data, at: Date.now() });
      return data;
    },
  });
  return {
    ...query,
    /** Loads the values of a site in place of another's; undefined for no site. */
    show: (ndx: number | undefined) => (ndx === undefined ? query.clear() : query.submit(ndx)),
  };
}

export type PublicMapSettings = {
  $session: ReadableAtom<Session>;
  search: SiteSearch;
  findPlace: PlaceSearcher | undefined;
  storage: SafeStorage;
  /** The default view. */
  home: MapView;
  /** The rivers of the basin file. */
  rivers?: readonly RiverSites[];
  /** Whose screens the search finds. */
  audiences?: () => readonly string[];
  /** Opens another screen that was found. */
  open?: (address: string) => void;
};

export type PublicMapScreen = ReturnType<typeof createPublicMap>;

/** Creates the state and the actions of the public map. `start()` loads the data and returns a function that stops. */
export function createPublicMap(settings: PublicMapSettings) {
  const { $session, search, findPlace, storage, home, rivers = [] } = settings;
  const { audiences = () => [], open = () => {} } = settings;
  const address = createAddress();
  const data = createMapData();
  const latest = createLatestValues();
  const measurements = createMeasurements({ storage });
  const stores = createMapStores(home);
  const { $state, change, $idText, $shapePopup } = stores;
  const today = () => todayInBasin(new Date());
  const derived = createDerivedStores(data, stores, today, rivers);
  const { $allSites, $filters, $site, $selected, $groups } = derived;
  const selection = createSelection({ ...stores, ...derived });
  const { map, select } = selection;
  const mapSearch = createMapSearch({
    siteOf: (ndx) => derived.$byNdx.get().get(ndx),
    isReady: () => data.wells.$state.get().status !== 'loading',
    search,
    findPlace,
    reader: () => ({ audiences: audiences(), pin: $state.get().pin }),
  });
  const openUnit = (name: string) => {
    const box = unitBox(name, data.$geometries.get()[areaSource]);
    if (box) selection.openUnit(name, box);
  };
  const searchField = createSearchField(stores, mapSearch, selection, { openUnit, open });

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

  let isChecked = false;

  /** Once, because the sites are loaded again while the map stays open. */
  function checkSelectedSite(sites: readonly DataPoint[]): void {
    const ndx = $site.get();
    if (sites.length === 0 || isChecked) return;
    isChecked = true;
    if (ndx === undefined) return;
    const site = $selected.get();
    if (!site) {
      change({ site: undefined });
      warn(`Site ${ndx} in this link is not on the map.`);
    } else if (startsAtSite) select(site, 'fly');
  }

  const longText = sessionText(storage, 'map-search-text', 'the list of ids lasts until you leave this page');
  function readAddress(query: string): MapAddress {
    const parsed = parseMapAddress(query, home);
    const asked = parseAskedDay(parsed.on, today(), earliest, 'map');
    if (asked.kind === 'refused') warn(`${asked.message} The map shows the latest conditions.`);
    const state = { ...parsed, on: asked.kind === 'day' ? asked.day : '' };
    if (!refersToSession(query)) return state;
    const text = longText.read();
    if (text === null) warn('The ids of this link are in another browser tab. Enter them again.');
    return { ...state, search: { ...state.search, text: text ?? '' } };
  }

  const statePart = addressPart($state, {
    read: readAddress,
    write: (state) => {
      const { text } = state.search;
      if (isTooLongForAddress(text)) longText.store(text);
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
    renew: () => {
      data.renew();
      void latest.retry();
    },
    onStart: () => [
      $allSites.subscribe((sites) => {
        search.index(sites);
        if (sites.length > 0) mapSearch.repeat();
        checkSelectedSite(sites);
      }),
      data.conditions.$state.subscribe((state) => search.setConditions(dataOf(state) ?? [], today())),
      $selected.subscribe((site) => latest.show(site?.loc_ndx)),
      derived.$on.subscribe((on) => {
        if (on !== '') data.days?.show(on);
      }),
      $groups.subscribe((groups) => data.loadGeometries(visibleSources(groups))),
      onUserChange($session, data.refetchForCaller),
      selection.stop,
      searchField.stopSearch,
      search.close,
    ],
  });
  const named = new URLSearchParams(address.read()).get('site');
  if (named !== null && $state.get().site === undefined) {
    warn(`Site ${named.slice(0, 40)} in this link is not on the map.`);
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
    ...stores,
    ...derived,
    ...selection,
    ...searchField,
    openRiver: (name: string) =>
      selection.openRiver(name, courseOf(name, data.$geometries.get()[riverSource]).flat()),
    openUnit,
    removePin: () => change({ pin: undefined }),
    setBasemap: (basemap: BasemapId) => change({ basemap }),
    setColoring: (coloring: Coloring) => change({ coloring }),
    setSort: (sort: SiteSort) => change({ sort }),
    /** Shows the conditions of a day; those of today are the latest ones. */
    setOn: (day: string) =>
      change({ on: day >= today() ? '' : earliest !== undefined && day < earliest ? earliest : day }),
    /** Loads the days that can be chosen, before they are asked for. */
    prepareDays: () => data.days?.show(derived.$on.get() || today()),
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

/** A text that is too long for the address, and stays in the session. `loss` says what a full storage means. */
function sessionText(storage: SafeStorage, key: string, loss: string) {
  return {
    read: () => storage.getItem(key),
    store(text: string): void {
      if (storage.getItem(key) !== text) storage.setItem(key, text, loss);
    },
  };
}

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

/**
 * Creates the state of the drawings and of their panel, and keeps them in the address as `draw=`, or in the session if
 * they are too long for it. The text is that of drawings-text.ts, which is loaded with the tools.
 */
export function createMeasurements({ storage }: Pick<PublicMapSettings, 'storage'>) {
  const $shapes = atom<readonly Shape[]>([]);
  const $hidden = atom(false);
  /** The drawings as text. */
  const $text = atom('');
  /** The drawings of the link, until they are on the map. */
  const $unread = atom('');
  const longText = sessionText(storage, 'map-drawings', 'the drawings last until you leave this page');
  let isRestored = false;

  /** Once, because Back must not take drawings away that were made since. */
  function restore(query: string): void {
    if (isRestored) return;
    isRestored = true;
    const value = new URLSearchParams(query).get('draw') ?? '';
    const text = value === inSession ? longText.read() : value;
    if (text === null) warn('The drawings of this link are in another browser tab.');
    $unread.set(text ?? '');
    $text.set(text ?? '');
  }

  function serialize(): string {
    const text = $text.get();
    if (text === '') return '';
    const isLong = isTooLongForLink(text);
    if (isLong) longText.store(text);
    // A comma needs no escape in a query.
    return new URLSearchParams({ draw: isLong ? inSession : text }).toString().replaceAll('%2C', ',');
  }

  return {
    $shapes,
    $unread,
    $isTooLong: computed($text, isTooLongForLink),
    $panel: computed([$shapes, $hidden], (shapes, hidden) =>
      shapes.length === 0 ? ('none' as const) : hidden ? ('hidden' as const) : ('shown' as const),
    ),
    addressPart: {
      restore,
      serialize,
      listen: (onChange: (isStep: boolean) => void) => $text.listen(() => onChange(false)),
    },
    /** `text` has all drawings of the map. */
    setShapes(shapes: readonly Shape[], text: string): void {
      if (shapes.length > $shapes.get().length) $hidden.set(false);
      $shapes.set(shapes);
      $text.set(text);
    },
    /** Reports how many drawings of the link could not be read. */
    finishRestoring(failures: number): void {
      $unread.set('');
      if (failures === 1) warn('1 drawing of this link could not be read.');
      else if (failures > 1) warn(`${failures} drawings of this link could not be read.`);
    },
    hide: () => $hidden.set(true),
    show: () => $hidden.set(false),
  };
}

function warn(message: string): void {
  showToast(message, 'warning');
}

const inSession = 'session';
/** Characters; some of them take three in the address. */
const maxAddressedText = 600;

function isTooLongForLink(text: string): boolean {
  return text.length > maxAddressedText;
}
