import type { DataPoint } from '#contract/public-map.ts';
import type { FeatureHit, MapCommands, MapPosition, MapViewState } from '#kits/map/index.ts';
import { type Box, boxContains, type LatLng } from '#lib/geometry/coordinates.ts';
import { areaSource } from './basin-outline.ts';
import { mapConditions } from './colors/map-conditions.ts';
import type { DerivedStores } from './derived.ts';
import { siteSource } from './layers.ts';
import type { MapStores } from './map-stores.ts';
import { type PopupContent, toPopupContent } from './popup.ts';
import { riverSource } from './river-sites.ts';
import { isWithin, placeOf } from './site-features.ts';

/** The zoom at which a search result is shown. */
export const searchZoom = 16;

const maxFlightMs = 5000;

/** How the map shows a site: `stay` does not move, `show` moves only if it is out of view, `fly` zooms in. */
type Approach = 'stay' | 'show' | 'fly';

type SelectionSettings = MapStores &
  Pick<DerivedStores, '$layers' | '$byNdx' | '$selected' | '$coLocated' | '$shown'>;

export type MapSelection = ReturnType<typeof createSelection>;

/** Creates the selection: the selected site or shape, its popup, and the flight to it. */
export function createSelection(settings: SelectionSettings) {
  const { $state, change, $bounds, $listBounds, $flying, $shapePopup, $clicked } = settings;
  const { $pointedSite, $layers, $byNdx, $selected, $coLocated, $shown } = settings;
  let map: MapCommands | undefined;
  let pendingView: MapPosition | undefined;
  /** The list stays as it is while the map moves by itself to show the selected site. */
  let holdsList = false;
  let flightTimer: ReturnType<typeof setTimeout> | undefined;

  function flyTo({ lat, lng }: LatLng, zoom: number = searchZoom): void {
    if (!map) {
      pendingView = { center: [lat, lng], zoom };
      return;
    }
    $flying.set(true);
    clearTimeout(flightTimer);
    flightTimer = setTimeout(() => $flying.set(false), maxFlightMs);
    map.flyTo([lat, lng], zoom);
  }

  function select(site: DataPoint, approach: Approach): void {
    $shapePopup.set(undefined);
    $clicked.set(none);
    holdsList = approach !== 'fly';
    change({ site: site.loc_ndx });
    if (approach === 'fly') flyTo(placeOf(site));
    if (approach === 'show' && !isInView(site)) flyTo(placeOf(site), $state.get().view.zoom);
  }

  function isInView(site: DataPoint): boolean {
    const bounds = $bounds.get();
    return !bounds || isWithin(site, bounds);
  }

  /** Selects the next or the previous of the sites at one place. */
  function step(by: 1 | -1): void {
    const coLocated = $coLocated.get();
    const at = coLocated.findIndex((site) => site.loc_ndx === $state.get().site);
    const next = coLocated.at((at + by) % coLocated.length);
    if (at >= 0 && next) change({ site: next.loc_ndx });
  }

  /** Opens the popup of the topmost feature that has one. */
  function clickFeatures(hits: readonly FeatureHit[]): void {
    if (!hits.some(clickFeature)) return;
    const circles = hits.filter((hit) => layerOf(hit)?.type === 'circle');
    $clicked.set(new Set(circles.flatMap((hit) => siteOf(hit)?.loc_ndx ?? [])));
  }

  const layerOf = (hit: FeatureHit) => $layers.get().find(({ id }) => id === hit.layerId);

  function siteOf(hit: FeatureHit): DataPoint | undefined {
    const ndx = hit.feature.properties?.loc_ndx;
    const isSite = layerOf(hit)?.source === siteSource && typeof ndx === 'number';
    return isSite ? $byNdx.get().get(ndx) : undefined;
  }

  function clickFeature(hit: FeatureHit): boolean {
    const layer = layerOf(hit);
    if (!layer) return false;
    const site = siteOf(hit);
    if (site) {
      if (layer.lreProperties.popup?.excludePopup) return false;
      select(site, 'stay');
      return true;
    }
    const found = toPopupContent(layer, hit.feature.properties ?? {});
    if (!found) return false;
    const content = layer.source === areaSource ? withSnow(found) : found;
    change({ site: undefined });
    const [lat, lng] = hit.latlng;
    const river = layer.source === riverSource ? content.title : undefined;
    $shapePopup.set({ kind: 'shape', key: `${layer.id}-${lat}-${lng}`, lat, lng, content, river });
    return true;
  }

  /** Says the snow of a HUC8 on the day that is shown, if it has a class. */
  function withSnow(content: PopupContent): PopupContent {
    const at = $shown.get().snow.get(content.title);
    if (at === undefined || !mapConditions) return content;
    return {
      ...content,
      fields: [{ label: 'Snow', value: mapConditions.describeSnow(at) }, ...content.fields],
    };
  }

  /** Opens the popup of a shape at that of its places that is nearest to the middle of the map. */
  function openShape(content: PopupContent, places: readonly LatLng[], river?: string): void {
    const { view } = $state.get();
    const distanceTo = (place: LatLng) => Math.hypot(place.lat - view.lat, place.lng - view.lng);
    const place = places.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0];
    if (!place) return;
    change({ site: undefined });
    const bounds = $bounds.get();
    if (bounds && !boxContains(bounds, place.lng, place.lat)) map?.setView([place.lat, place.lng], view.zoom);
    $shapePopup.set({ kind: 'shape', key: `shape-${content.title}`, ...place, content, river });
  }

  const titled = (title: string): PopupContent => ({ title, fields: [], plotLink: undefined, graphs: [] });

  function openRiver(name: string, course: readonly (readonly number[])[]): void {
    const places = course.map(([lng = 0, lat = 0]) => ({ lat, lng }));
    openShape(titled(name), places, name);
  }

  /** Opens the popup of a HUC8 in the middle of its area. */
  function openUnit(name: string, { west, south, east, north }: Box): void {
    openShape(withSnow(titled(name)), [{ lat: (south + north) / 2, lng: (west + east) / 2 }]);
  }

  return {
    map: () => map,
    attachMap(commands: MapCommands | null): void {
      map = commands ?? undefined;
      if (pendingView) map?.setView(pendingView.center, pendingView.zoom);
      pendingView = undefined;
    },
    onViewChange({ center: [lat, lng], zoom, bounds }: MapViewState): void {
      clearTimeout(flightTimer);
      $flying.set(false);
      $bounds.set(bounds);
      // The first list has nothing to stay as it is.
      if (!holdsList || !$listBounds.get()) $listBounds.set(bounds);
      change({ view: { lat, lng, zoom } });
    },
    /** The map changes its size, which does not change the list. */
    holdList(): void {
      holdsList = true;
    },
    /** The list is that of the map as it is, and follows it again. */
    refreshList(): void {
      holdsList = false;
      $listBounds.set($bounds.get());
    },
    /** The visitor moves the map, which the list follows again. */
    onMapGesture(): void {
      holdsList = false;
    },
    flyTo,
    /** Names the site under the pointer. */
    pointAt: (hit: FeatureHit | null) => $pointedSite.set(hit ? siteOf(hit)?.loc_ndx : undefined),
    select,
    step,
    clickFeatures,
    openRiver,
    openUnit,
    zoomToSite(): void {
      const site = $selected.get();
      if (site) select(site, 'fly');
    },
    closePopup(): void {
      $shapePopup.set(undefined);
      change({ site: undefined });
    },
    stop: () => clearTimeout(flightTimer),
  };
}

const none: ReadonlySet<number> = new Set();
