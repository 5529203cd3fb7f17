import { computed, map, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  type DataPoint,
  type FeatureCollection,
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  type MapFilters,
  type MapLayer,
  type MapSource,
  readMapGeometry,
} from '#contract/public-map.ts';
import { createQuery, dataOf, errorOf, type Query } from '#stores/queries.ts';
import { siteSource } from './layers.ts';
import { optionsFromSites } from './sites.ts';

/** The layers change rarely: they are asked for once a day. */
const layersKeptFor = 86_400_000;

/** Something of the map that could not be loaded; `outdated` still shows what was loaded before. */
export type Fault = {
  readonly id: string;
  readonly message: string;
  readonly outdated: boolean;
  retry(): void;
};

export type MapData = {
  readonly wells: Query<DataPoint[]>;
  readonly layers: Query<MapLayer[]>;
  readonly sources: Query<MapSource[]>;
  readonly filters: Query<MapFilters>;
  /** The options of the filters; made from the sites when the lists cannot be had. */
  readonly $options: ReadableAtom<MapFilters | undefined>;
  readonly $geometries: ReadableAtom<Readonly<Record<string, FeatureCollection>>>;
  readonly $faults: ReadableAtom<readonly Fault[]>;
  load(): void;
  retryFaults(): void;
  /** Fetches the GeoJSON of these sources unless it is there. */
  need(sources: readonly string[]): void;
  stop(): void;
};

export function createMapData(request: Requester): MapData {
  const wells = createQuery({ fetch: (signal) => request(listWells, {}, { signal }) });
  const sources = createQuery({ fetch: (signal) => request(listMapSources, {}, { signal }) });
  const filters = createQuery({ fetch: (signal) => request(listMapFilters, {}, { signal }) });
  const layers = createQuery({
    fetch: (signal) => request(listMapLayers, {}, { signal }),
    keepFor: layersKeptFor,
  });
  const geometryQueries = map<Record<string, Query<FeatureCollection>>>({});
  const $geometries = map<Record<string, FeatureCollection>>({});
  const $geometryFaults = map<Record<string, Fault | undefined>>({});
  let needed: readonly string[] = [];

  function need(ids: readonly string[]): void {
    needed = ids;
    const known = dataOf(sources.$state.get());
    if (!known) return;
    for (const id of ids) {
      const source = known.find((each) => each.id === id)?.source;
      if (id === siteSource || !source || geometryQueries.get()[id]) continue;
      const geometry = geometryId(source.data);
      if (geometry === undefined) continue;
      const query = createQuery({
        fetch: (signal) => request(readMapGeometry, { params: { id: geometry } }, { signal }),
      });
      geometryQueries.setKey(id, query);
      query.$state.listen((state) => {
        const data = dataOf(state);
        if (data && $geometries.get()[id] !== data) $geometries.setKey(id, data);
        $geometryFaults.setKey(id, faultOf(`geometry-${id}`, `The shapes of “${id}”`, query));
      });
      void query.load();
    }
  }

  sources.$state.listen(() => need(needed));

  const named: [string, string, Query<unknown>][] = [
    ['wells', 'The monitoring sites', wells],
    ['layers', 'The map layers', layers],
    ['sources', 'The sources of the map layers', sources],
    ['filters', 'The filter lists', filters],
  ];

  const $faults = computed(
    [wells.$state, layers.$state, sources.$state, filters.$state, $geometryFaults],
    (_wells, _layers, _sources, _filters, geometryFaults) => [
      ...named.flatMap(([id, what, query]) => faultOf(id, what, query) ?? []),
      ...Object.values(geometryFaults).flatMap((fault) => fault ?? []),
    ],
  );

  const $options = computed([filters.$state, wells.$state], (filterState, wellState) => {
    const options = dataOf(filterState);
    if (options) return options;
    const sites = filterState.status === 'failed' ? dataOf(wellState) : undefined;
    return sites ? optionsFromSites(sites) : undefined;
  });

  const all = () => [wells, layers, sources, filters, ...Object.values(geometryQueries.get())];

  return {
    wells,
    layers,
    sources,
    filters,
    $options,
    $geometries,
    $faults,
    load: () => {
      for (const query of [wells, layers, sources, filters]) void query.load();
    },
    retryFaults: () => {
      for (const fault of $faults.get()) fault.retry();
    },
    need,
    stop: () => {
      for (const query of all()) query.stop();
    },
  };
}

function faultOf(id: string, what: string, query: Query<unknown>): Fault | undefined {
  const state = query.$state.get();
  const error = errorOf(state);
  if (!error) return undefined;
  const outdated = state.status === 'stale';
  const loss = outdated
    ? `${what} could not be renewed; what is shown is older.`
    : `${what} could not be loaded.`;
  return { id, message: `${loss} ${error.message}`, outdated, retry: () => void query.retry() };
}

/** The id in `/api/public-map/geo/{id}`; the sources of the portal are nowhere else. */
function geometryId(data: unknown): string | undefined {
  return typeof data === 'string' ? /\/api\/public-map\/geo\/([a-z0-9-]{1,64})$/.exec(data)?.[1] : undefined;
}
