import { computed } from 'nanostores';
import type { DataPoint, MapLayer } from '#contract/public-map.ts';
import type { Emphasis, MapViewState } from '#kits/map/index.ts';
import { milesBetween } from '#lib/geometry/coordinates.ts';
import { dataOf } from '#stores/queries.ts';
import { areaSource, outlineOf, outlineSource, withBasinOutline } from './basin-outline.ts';
import { latestConditions, type ShownConditions, sortSites } from './colors/latest-conditions.ts';
import { mapConditions } from './colors/map-conditions.ts';
import { type ColorScheme, colorOrder, colorSites } from './colors/marker-colors.ts';
import { tintedSource, withTintedUnits } from './colors/unit-areas.ts';
import { freshnessOfSites, marksOf, type SiteFreshness } from './freshness.ts';
import { drawnLayers, groupLayers, hiddenLayerIds, labelPaint, showsSites, siteSource } from './layers.ts';
import type { MapAddress } from './map-address.ts';
import type { PublicMapData } from './map-data.ts';
import type { MapStores, PointedEntry } from './map-stores.ts';
import { markOutside } from './outside-water.ts';
import { type MapPopupState, sitePopupState } from './popup.ts';
import { type RiverSites, riverSource, riversWithSites, sitesAlong } from './river-sites.ts';
import { byDrawRank, fallbackLayer, isWithin, placeOf, toSiteFeature } from './site-features.ts';
import { filterSites, isFiltering, isOfFamily, sortByName } from './site-filters.ts';

export type DerivedStores = ReturnType<typeof createDerivedStores>;

/**
 * Creates the stores that are computed from the data and the visitor's choices. `today` is the calendar day in the basin's
 * time zone; `rivers` are those of the basin file.
 */
export function createDerivedStores(
  data: PublicMapData,
  stores: MapStores,
  today: () => string,
  rivers: readonly RiverSites[],
) {
  const { $state, $bounds, $listBounds, $flying, $shapePopup, $clicked } = stores;
  const { $idText, $isDark, $pointedEntry, $family } = stores;
  const slice = <K extends keyof MapAddress>(key: K) => computed($state, (state) => state[key]);
  const $filters = slice('filters');
  const $site = slice('site');
  const $allSites = computed(data.wells.$state, (state) => dataOf(state) ?? noSites);
  const $byNdx = computed($allSites, (sites) => new Map(sites.map((site) => [site.loc_ndx, site])));
  const $idList = computed($idText, (text) => parseIdList(text ?? ''));
  const $idMatches = computed([$allSites, $idList], (sites, ids) =>
    ids.length === 0 ? undefined : matchIds(sites, ids),
  );
  const $filtered = computed([$allSites, $filters, $idMatches], (all, filters, idMatches) =>
    filterSites(idMatches?.found ?? all, filters),
  );
  const $sites = computed($filtered, (filtered) => filtered.sites);
  const $freshness = computed($allSites, (sites) => freshnessOfSites(sites, today()));
  const $latest = computed([data.conditions.$state, $byNdx], (state, siteOf) =>
    latestConditions(dataOf(state) ?? [], siteOf),
  );
  /** The day whose conditions are shown; empty for the latest ones, and where another coloring is chosen. */
  const $on = computed($state, ({ on, coloring }) => (coloring === 'conditions' ? on : ''));
  const { days } = data;
  const $shown = days
    ? computed(
        [$latest, $on, days.$state],
        (latest, on): ShownConditions =>
          on === '' ? latest : (days.conditionsOf(on, latest) ?? nothingShown),
      )
    : $latest;
  const $conditions = computed($shown, ({ sites }) => sites);
  const places = new Map(rivers.flatMap(({ sites }) => sites).map((id, at) => [id, at]));
  const $sorted = computed(
    [$sites, slice('sort'), $shown, $freshness],
    (sites, sort, conditions, freshness) =>
      sortSites(sites, { sort, conditions, freshness, places, rankOf: mapConditions?.rankOf }),
  );
  const within = (sites: readonly DataPoint[], bounds: MapViewState['bounds'] | undefined) =>
    bounds ? sites.filter((site) => isWithin(site, bounds)) : [];
  const $inView = computed([$sorted, $bounds], within);
  const $listed = computed([$sorted, $listBounds, $family], (sites, bounds, family) =>
    within(sites, bounds).filter((site) => isOfFamily(site, family)),
  );
  const $selected = computed([$byNdx, $site], (sites, ndx) =>
    ndx === undefined ? undefined : sites.get(ndx),
  );

  const $areas = computed(data.$geometries, (geometries) => geometries[areaSource]);
  const $outline = computed($areas, (areas) => areas && outlineOf(areas));
  const $known = computed([data.layers.$state, $outline], (state, outline) =>
    withBasinOutline(dataOf(state) ?? noLayers, outline !== undefined),
  );

  const $groups = computed(
    [$known, slice('shown'), slice('hidden'), slice('opened'), slice('closed'), slice('coloring')],
    (layers, shown, hidden, opened, closed, coloring) =>
      groupLayers(layers, { shown, hidden, opened, closed }, tintedSource(coloring)),
  );

  const $layers = computed(
    [data.layers.$state, $known, slice('coloring')],
    ({ status }, layers, coloring): readonly MapLayer[] =>
      status === 'failed' ? [fallbackLayer] : withTintedUnits(drawnLayers(layers), coloring),
  );
  const $hidden = computed($groups, hiddenLayerIds);
  const $inert = computed(
    $layers,
    (layers) => new Set(layers.filter((each) => each.lreProperties.popup?.excludePopup).map(({ id }) => id)),
  );
  const $rivers = computed(data.$geometries, (geometries) => geometries[riverSource]);
  const $waterbodies = computed(data.$geometries, (geometries) => geometries.waterbodies);
  const $faintRivers = computed([$rivers, $areas], markOutside);
  const $faintWaterbodies = computed([$waterbodies, $areas], markOutside);
  const $shapes = computed(
    [data.$geometries, $outline, $faintRivers, $faintWaterbodies],
    (geometries, outline, faintRivers, faintWaterbodies) => ({
      ...geometries,
      ...(outline && { [outlineSource]: outline }),
      ...(faintRivers && { [riverSource]: faintRivers }),
      ...(faintWaterbodies && { waterbodies: faintWaterbodies }),
    }),
  );
  const $riverNames = computed([$rivers, $allSites], (shapes, sites) =>
    riversWithSites(rivers, sites, shapes),
  );
  const $features = computed([$sites, $selected, $shapes], (sites, selected, shapes) => {
    const drawn = selected && !sites.includes(selected) ? [...sites, selected] : sites;
    return {
      ...shapes,
      [siteSource]: {
        type: 'FeatureCollection' as const,
        features: drawn.toSorted(byDrawRank).map(toSiteFeature),
      },
    };
  });

  /** Conditions that could not be loaded are not drawn as if there were none. */
  const $drawnColoring = computed([slice('coloring'), data.conditions.$state], (coloring, { status }) =>
    coloring === 'conditions' && status === 'failed' ? ('locationTypes' as const) : coloring,
  );
  const $colors = computed(
    [$sites, $drawnColoring, data.$options, $filters, $isDark, $shown],
    (sites, coloring, options, filters, isDark, shown): ColorScheme => {
      if (coloring === 'conditions')
        return (
          mapConditions?.colorSites(sites, shown, { isDark, layer: fallbackLayer }) ?? { kind: 'default' }
        );
      return colorSites(sites, {
        coloring,
        isDark,
        options: coloring === 'default' ? [] : colorOrder(coloring, options?.[coloring] ?? []),
        chosen: coloring === 'default' ? [] : filters[coloring],
        unitNames: new Map(options?.huc8Names.map(({ code, display }) => [code ?? '', display])),
      });
    },
  );
  const $labelPaint = computed([$allSites], (sites) => labelPaint(sites));

  /** Of conditions, an ended record is a site without a class, and nothing is late on a past day. */
  const $marks = computed([$sites, $freshness, slice('coloring'), $on], (sites, freshness, coloring, on) =>
    marksOf(sites, freshness).filter(
      ({ state }) => coloring !== 'conditions' || (state === 'late' && on === ''),
    ),
  );
  const $emphasis = computed([$pointedEntry, $colors, $freshness, $sites], emphasisOf);
  /** Rounded, because a legend's pictures change little with the zoom. */
  const $zoom = computed(slice('view'), ({ zoom }) => Math.round(zoom * 2) / 2);
  /** Whether everything has arrived that the legend lists, or will not come. Parts of it would move the others. */
  const $isLegendReady = computed(
    [
      slice('coloring'),
      data.conditions.$state,
      data.wells.$state,
      data.layers.$state,
      data.filters.$state,
      data.sources.$state,
    ],
    (coloring, conditions, ...states) =>
      states.every(({ status }) => status !== 'loading') &&
      (coloring !== 'conditions' || conditions.status !== 'loading'),
  );
  const $isShowingSites = computed($groups, (groups) => groups.length === 0 || showsSites(groups));

  const $coLocated = computed([$selected, $sites, $clicked], findCoLocatedSites);

  const $popup = computed(
    [$selected, $flying, $shapePopup, $sites, $coLocated, data.layers.$state, $freshness, data.$options],
    (site, flying, shapePopup, sites, coLocated, layers, freshness, options): MapPopupState | undefined => {
      if (!site) return shapePopup;
      if (flying) return undefined;
      const huc10 = options?.huc10Names.find(({ value }) => value === site.huc10_name)?.display;
      return sitePopupState({ site, sites, coLocated, layers: dataOf(layers) ?? [], freshness, huc10 });
    },
  );

  /** Why the map has no sites; undefined if it has some, or if they are not loaded yet. */
  const $emptyReason = computed(
    [data.wells.$state, $sites, $filters, $idMatches],
    (state, sites, filters, idMatches) => {
      if (!dataOf(state) || sites.length > 0) return undefined;
      if (idMatches?.found.length === 0) return 'ids' as const;
      return isFiltering(filters) ? ('filters' as const) : ('none' as const);
    },
  );

  return {
    $filters,
    $site,
    $basemap: slice('basemap'),
    $coloring: slice('coloring'),
    $on,
    $sort: slice('sort'),
    $shown,
    $searchText: slice('search'),
    $pin: slice('pin'),
    $panels: slice('panels'),
    $mode: computed($state, (state) => state.search.mode),
    $allSites,
    $byNdx,
    $sites,
    $filtered,
    $inView,
    $listed,
    $selected,
    $coLocated,
    $idMatches,
    $groups,
    $layers,
    $hidden,
    $inert,
    $features,
    $colors,
    $freshness,
    $conditions,
    $marks,
    $emphasis,
    $isLegendReady,
    $isShowingSites,
    $zoom,
    $labelPaint,
    $riverNames,
    sitesAlong: (name: string) => sitesAlong(name, rivers, $allSites.get(), $rivers.get()),
    $popup,
    $emptyReason,
  };
}

const nothingShown: ShownConditions = {
  sites: new Map(),
  snow: new Map(),
  on: mapConditions?.firstDay ?? '',
};
const noSites: readonly DataPoint[] = [];
const noLayers: readonly MapLayer[] = [];

/** Parses comma-separated ids: `'heii, 14,,HEII'` gives `['HEII', '14']`. */
export function parseIdList(text: string): string[] {
  const ids = text.replace(/\s+/g, '').toUpperCase().split(',');
  return [...new Set(ids.filter((id) => id !== ''))];
}

type SiteIdentity = { loc_ndx: number; loc_id: string };

/**
 * Finds the sites with the given ids (`loc_id` or `loc_ndx`), and the ids that no site has. A site's `loc_id` is
 * normalized like a typed one: upper case, without spaces.
 */
export function matchIds<S extends SiteIdentity>(
  sites: readonly S[],
  ids: readonly string[],
): { found: S[]; unknown: string[] } {
  const wanted = new Set(ids);
  const matched = new Set<string>();
  const found = sites.filter((site) => {
    const keys = [...parseIdList(site.loc_id.replaceAll(',', '')), String(site.loc_ndx)];
    const hits = keys.filter((key) => wanted.has(key));
    for (const hit of hits) matched.add(hit);
    return hits.length > 0;
  });
  return { found, unknown: ids.filter((id) => !matched.has(id)) };
}

/** Ten meters. */
const maxMiles = 10 / 1609.344;

/**
 * Finds the sites that share a popup with the selected one, sorted by name: those within ten meters, and those hit
 * by the same click. Only the selected site if it is not among `sites` (the filters hide it).
 */
export function findCoLocatedSites(
  selected: DataPoint | undefined,
  sites: readonly DataPoint[],
  clicked: ReadonlySet<number>,
): readonly DataPoint[] {
  if (!selected) return [];
  if (!sites.includes(selected)) return [selected];
  const isHit = clicked.has(selected.loc_ndx);
  return sortByName(
    sites.filter(
      (site) =>
        (isHit && clicked.has(site.loc_ndx)) || milesBetween(placeOf(site), placeOf(selected)) <= maxMiles,
    ),
  );
}

/** The sites of the entry that is pointed at; null if none is, or if there are none. */
export function emphasisOf(
  pointed: PointedEntry | undefined,
  scheme: ColorScheme,
  freshness: SiteFreshness,
  sites: readonly DataPoint[],
): Emphasis | null {
  if (!pointed) return null;
  const keys = new Set(
    sites
      .filter(({ loc_ndx }) => isOf(pointed, loc_ndx, scheme, freshness))
      .map(({ loc_ndx }) => String(loc_ndx)),
  );
  return keys.size > 0 ? { source: siteSource, keys } : null;
}

function isOf(pointed: PointedEntry, ndx: number, scheme: ColorScheme, freshness: SiteFreshness): boolean {
  if (pointed.kind === 'state') return freshness.get(ndx)?.state === pointed.state;
  return scheme.kind === 'category' && scheme.values.get(ndx) === pointed.value;
}
