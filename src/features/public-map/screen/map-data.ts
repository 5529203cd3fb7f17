import { atom, computed, map } from 'nanostores';
import {
  type FeatureCollection,
  listConditions,
  listMapFilters,
  listMapLayers,
  listMapSources,
  readMapGeometry,
} from '#contract/public-map.ts';
import type { RequestFailed } from '#contract/request.ts';
import { joinAsSubject } from '#lib/count-text.ts';
import { request } from '#stores/api.ts';
import { createQuery, dataOf, errorOf, type Query } from '#stores/queries.ts';
import { mapConditions } from './colors/map-conditions.ts';
import { siteSource } from './layers.ts';
import { listSiteRows, readSites, type SkippedSites } from './read-sites.ts';
import { optionsFromSites, withUnitNames } from './site-filters.ts';

/** The layers change rarely, so they are fetched at most once a day. */
const layersCacheMs = 86_400_000;

/** Shapes that arrive within this time are drawn together, because each drawing takes a phone a tenth of a second. */
const shapesBatchMs = 100;

export type PublicMapData = ReturnType<typeof createMapData>;

export function createMapData() {
  /** The sites that the server lists and the map leaves out. */
  const $skipped = atom<SkippedSites>({ withoutCoordinates: 0, incomplete: 0 });
  const wells = createQuery({
    fetch: async (signal) => {
      const { sites, skipped } = await readSites(await request(listSiteRows, {}, { signal }));
      $skipped.set(skipped);
      return sites;
    },
  });
  /** What is said of each site. */
  const conditions = createQuery({
    fetch: (signal) => request(listConditions, {}, { signal, identify: true }),
  });
  const days = mapConditions?.createDays();
  const sources = createQuery({ fetch: (signal) => request(listMapSources, {}, { signal, identify: true }) });
  const filters = createQuery({ fetch: (signal) => request(listMapFilters, {}, { signal }) });
  const layers = createQuery({
    fetch: (signal) => request(listMapLayers, {}, { signal, identify: true }),
    maxAgeMs: layersCacheMs,
  });
  const geometryQueries = map<Record<string, Query<FeatureCollection>>>({});
  const $geometries = map<Record<string, FeatureCollection>>({});
  const $geometryFailures = map<Record<string, LoadFailure | undefined>>({});
  let wantedSources: readonly string[] = [];

  let arrived: Record<string, FeatureCollection> = {};
  let showing: ReturnType<typeof setTimeout> | undefined;

  function showSoon(id: string, shapes: FeatureCollection): void {
    arrived[id] = shapes;
    showing ??= setTimeout(() => {
      showing = undefined;
      $geometries.set({ ...$geometries.get(), ...arrived });
      arrived = {};
    }, shapesBatchMs);
  }

  /** Fetches the GeoJSON of these sources, unless it is loaded already. */
  function loadGeometries(ids: readonly string[]): void {
    wantedSources = ids;
    const known = dataOf(sources.$state.get());
    if (!known) return;
    for (const id of ids) {
      const source = known.find((each) => each.id === id)?.source;
      if (id === siteSource || !source || geometryQueries.get()[id]) continue;
      const geometry = geometryId(source.data);
      if (geometry === undefined) continue;
      const query = createQuery({
        fetch: (signal) => request(readMapGeometry, { params: { id: geometry } }, { signal, identify: true }),
      });
      geometryQueries.setKey(id, query);
      query.$state.listen((state) => {
        const data = dataOf(state);
        if (data && $geometries.get()[id] !== data) showSoon(id, data);
        $geometryFailures.setKey(id, toLoadFailure(`the shapes of “${id}”`, query));
      });
      void query.load();
    }
  }

  sources.$state.listen(() => loadGeometries(wantedSources));

  const namedQueries: [string, Query<unknown>][] = [
    ['the monitoring sites', wells],
    ['the latest values', conditions],
    ['the map layers', layers],
    ['the sources of the map layers', sources],
    ['the filter lists', filters],
  ];

  const $loadErrors = computed(
    [wells.$state, conditions.$state, layers.$state, sources.$state, filters.$state, $geometryFailures],
    (_wells, _conditions, _layers, _sources, _filters, geometryFailures) =>
      groupFailures([
        ...namedQueries.flatMap(([what, query]) => toLoadFailure(what, query) ?? []),
        ...Object.values(geometryFailures).flatMap((failure) => failure ?? []),
      ]),
  );

  /** The options of the filters; derived from the sites if the filter lists failed to load. */
  const $options = computed([filters.$state, wells.$state], (filterState, wellState) => {
    const sites = dataOf(wellState);
    const options =
      dataOf(filterState) ?? (filterState.status === 'failed' && sites ? optionsFromSites(sites) : undefined);
    return options && sites ? withUnitNames(options, sites) : options;
  });

  const all = () => [wells, conditions, layers, sources, filters, ...Object.values(geometryQueries.get())];

  return {
    wells,
    $skipped,
    conditions,
    days,
    layers,
    sources,
    filters,
    $options,
    $geometries,
    $loadErrors,
    load: () => {
      for (const query of [wells, conditions, layers, sources, filters]) void query.load();
    },
    retryFailedLoads: () => {
      for (const loadError of $loadErrors.get()) loadError.retry();
    },
    /** Fetches again what changes with the day or with an import. */
    renew: () => {
      void wells.retry();
      void conditions.retry();
      days?.reload();
    },
    /** Fetches again what depends on the user. */
    refetchForCaller: () => {
      void sources.retry();
      void conditions.retry();
      days?.reload();
      void layers.retry();
      // Retries only what was refused to a visitor; loaded shapes stay.
      for (const query of Object.values(geometryQueries.get())) void query.load();
    },
    loadGeometries,
    cancel: () => {
      clearTimeout(showing);
      showing = undefined;
      for (const query of all()) query.cancel();
      days?.cancel();
    },
  };
}

/** Parses the id out of `/api/public-map/geo/{id}`; the portal has no other sources. */
function geometryId(data: unknown): string | undefined {
  return typeof data === 'string' ? /\/api\/public-map\/geo\/([a-z0-9-]{1,64})$/.exec(data)?.[1] : undefined;
}

/** Parts of the map that failed to load for the same reason; if `outdated`, earlier data are still shown. */
type MapLoadError = {
  readonly id: string;
  readonly message: string;
  readonly outdated: boolean;
  retry(): void;
};

type LoadFailure = {
  readonly what: string;
  readonly error: RequestFailed;
  readonly outdated: boolean;
  retry(): void;
};

function toLoadFailure(what: string, query: Query<unknown>): LoadFailure | undefined {
  const state = query.$state.get();
  const error = errorOf(state);
  if (!error) return undefined;
  return { what, error, outdated: state.status === 'stale', retry: () => void query.retry() };
}

/** Merges failures that have the same reason, so that one notice and one button cover them. */
function groupFailures(failures: readonly LoadFailure[]): MapLoadError[] {
  const byReason = Map.groupBy(failures, ({ error, outdated }) => `${outdated} ${error.message}`);
  return [...byReason].flatMap(([id, sameReason]) => {
    const [first] = sameReason;
    if (!first) return [];
    const all = joinAsSubject(sameReason.map(({ what }) => what));
    const summary = first.outdated
      ? `${all} could not be updated. Older data are shown.`
      : `${all} could not be loaded.`;
    const retry = () => {
      for (const each of sameReason) each.retry();
    };
    return { id, message: `${summary} ${first.error.message}`, outdated: first.outdated, retry };
  });
}
