import type { ReadableAtom, WritableAtom } from 'nanostores';
import type { DataPoint, MapLayer } from '#contract/public-map.ts';
import type { Place } from '#domain/coordinates.ts';
import type { MapAddress } from '#domain/map-address.ts';
import type { FeatureHit, MapCommands, MapPosition, MapViewState } from '#kits/map/index.ts';
import { siteSource } from './layers.ts';
import { popupOf } from './popup.ts';
import type { MapPopupState } from './views.ts';

/** Zoom of a site, a coordinate or a place that was searched for. */
export const searchZoom = 16;

const longestFlight = 5000;

/** What the map does to show a site: nothing, move where it is not in view, or fly close. */
type Approach = 'stay' | 'show' | 'fly';

type Parts = {
  $state: ReadableAtom<MapAddress>;
  change(part: Partial<MapAddress>): void;
  $bounds: WritableAtom<MapViewState['bounds'] | undefined>;
  $flying: WritableAtom<boolean>;
  $feature: WritableAtom<MapPopupState | undefined>;
  $clicked: WritableAtom<ReadonlySet<number>>;
  $layers: ReadableAtom<readonly MapLayer[]>;
  $byNdx: ReadableAtom<ReadonlyMap<number, DataPoint>>;
  $selected: ReadableAtom<DataPoint | undefined>;
  $together: ReadableAtom<readonly DataPoint[]>;
};

export type Selection = ReturnType<typeof createSelection>;

/** What is selected on the map, and the map's way there. */
export function createSelection(parts: Parts) {
  const { $state, change, $bounds, $flying, $feature, $clicked, $layers, $byNdx, $selected, $together } =
    parts;
  let map: MapCommands | undefined;
  let waiting: MapPosition | undefined;
  let flight: ReturnType<typeof setTimeout> | undefined;

  function flyTo({ lat, lng }: Place, zoom: number = searchZoom): void {
    if (!map) {
      waiting = { center: [lat, lng], zoom };
      return;
    }
    $flying.set(true);
    clearTimeout(flight);
    flight = setTimeout(() => $flying.set(false), longestFlight);
    map.flyTo([lat, lng], zoom);
  }

  function select(site: DataPoint, approach: Approach): void {
    $feature.set(undefined);
    $clicked.set(none);
    change({ site: site.loc_ndx });
    if (approach === 'fly') flyTo(placeOf(site));
    if (approach === 'show' && !isInView(placeOf(site))) flyTo(placeOf(site), $state.get().view.zoom);
  }

  function isInView({ lat, lng }: Place): boolean {
    const bounds = $bounds.get();
    if (!bounds) return true;
    return lat >= bounds.south && lat <= bounds.north && lng >= bounds.west && lng <= bounds.east;
  }

  /** The next or the one before of the sites at one place. */
  function step(by: 1 | -1): void {
    const together = $together.get();
    const at = together.findIndex((site) => site.loc_ndx === $state.get().site);
    const next = together.at((at + by) % together.length);
    if (at >= 0 && next) change({ site: next.loc_ndx });
  }

  /** Opens the topmost of what was hit that has a popup. */
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
    const content = popupOf(layer, hit.feature.properties ?? {});
    if (!content) return false;
    change({ site: undefined });
    const [lat, lng] = hit.latlng;
    $feature.set({ kind: 'shape', key: `${layer.id}-${lat}-${lng}`, lat, lng, content });
    return true;
  }

  return {
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
    flyTo,
    select,
    step,
    clickFeatures,
    zoomToSite(): void {
      const site = $selected.get();
      if (site) select(site, 'fly');
    },
    closePopup(): void {
      $feature.set(undefined);
      change({ site: undefined });
    },
    stop: () => clearTimeout(flight),
  };
}

const none: ReadonlySet<number> = new Set();

function placeOf({ location_geometry }: DataPoint): Place {
  const [lng, lat] = location_geometry.coordinates;
  return { lat, lng };
}
