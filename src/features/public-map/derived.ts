import { computed, type ReadableAtom } from 'nanostores';
import type { DataPoint, MapLayer } from '#contract/public-map.ts';
import type { MapViewState } from '#kits/map/index.ts';
import { dataOf } from '#stores/queries.ts';
import { areaSource, outlineOf, outlineSource, withBasinOutline } from './basin-outline.ts';
import { findCoLocatedSites } from './co-located-sites.ts';
import { colorOrder, colorSites } from './coloring.ts';
import { emphasisOf, type PointedEntry } from './emphasis.ts';
import { freshnessOfSites, marksOf } from './freshness.ts';
import { matchIds, parseIdList } from './id-list.ts';
import { labelPaint } from './label-rank.ts';
import { drawnLayers, groupLayers, hiddenLayerIds, showsSites, siteSource } from './layers.ts';
import type { MapAddress } from './map-address.ts';
import type { MapData } from './map-data.ts';
import { type MapPopupState, sitePopupState } from './popup-state.ts';
import { byDrawRank, fallbackLayer, isWithin, toSiteFeature } from './site-features.ts';
import { filterSites, isFiltering, sortByName } from './site-filters.ts';
import { tintedSource, withTintedUnits } from './unit-areas.ts';

type DerivedInputs = {
  data: MapData;
  $state: ReadableAtom<MapAddress>;
  /** The part of the map whose sites are listed. */
  $listBounds: ReadableAtom<MapViewState['bounds'] | undefined>;
  $bounds: ReadableAtom<MapViewState['bounds'] | undefined>;
  $flying: ReadableAtom<boolean>;
  /** The popup of a feature that is not a site. */
  $shapePopup: ReadableAtom<MapPopupState | undefined>;
  /** `loc_ndx` of the sites that the last click hit. */
  $clicked: ReadableAtom<ReadonlySet<number>>;
  $idText: ReadableAtom<string | undefined>;
  $isDark: ReadableAtom<boolean>;
  $pointedEntry: ReadableAtom<PointedEntry | undefined>;
  /** The calendar day in the basin's time zone. */
  today: () => string;
};

/** Creates the stores that are computed from the data and the visitor's choices. */
export function createDerivedStores(sources: DerivedInputs) {
  const {
    data,
    $state,
    $bounds,
    $listBounds,
    $flying,
    $shapePopup,
    $clicked,
    $idText,
    today,
    $isDark,
    $pointedEntry,
  } = sources;
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
  const $sorted = computed($sites, sortByName);
  const within = (sites: readonly DataPoint[], bounds: MapViewState['bounds'] | undefined) =>
    bounds ? sites.filter((site) => isWithin(site, bounds)) : [];
  const $inView = computed([$sorted, $bounds], within);
  const $listed = computed([$sorted, $listBounds], within);
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
  const $shapes = computed([data.$geometries, $outline], (geometries, outline) =>
    outline ? { ...geometries, [outlineSource]: outline } : geometries,
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

  const $colors = computed(
    [$sites, slice('coloring'), data.$options, $filters, $isDark],
    (sites, coloring, options, filters, isDark) =>
      colorSites(sites, {
        coloring,
        isDark,
        options: coloring === 'default' ? [] : colorOrder(coloring, options?.[coloring] ?? []),
        chosen: coloring === 'default' ? [] : filters[coloring],
        unitNames: new Map(options?.huc8Names.map(({ code, display }) => [code ?? '', display])),
      }),
  );
  const $labelPaint = computed([$allSites], (sites) => labelPaint(sites));

  const $freshness = computed($allSites, (sites) => freshnessOfSites(sites, today()));
  const $marks = computed([$sites, $freshness], marksOf);
  const $emphasis = computed([$pointedEntry, $colors, $freshness, $sites], emphasisOf);
  /** Rounded, because a legend's pictures change little with the zoom. */
  const $zoom = computed(slice('view'), ({ zoom }) => Math.round(zoom * 2) / 2);
  /** Whether everything has arrived that the legend lists, or will not come. Parts of it would move the others. */
  const $isLegendReady = computed(
    [data.wells.$state, data.layers.$state, data.filters.$state, data.sources.$state],
    (...states) => states.every(({ status }) => status !== 'loading'),
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
    $marks,
    $emphasis,
    $isLegendReady,
    $isShowingSites,
    $zoom,
    $labelPaint,
    $popup,
    $emptyReason,
  };
}

const noSites: readonly DataPoint[] = [];
const noLayers: readonly MapLayer[] = [];
