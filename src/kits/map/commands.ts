import L from 'leaflet';
import { prefersReducedMotion } from './free-area.ts';
import type { DrawingSession, LatLon, MapBounds, MapPosition, MapViewState } from './types.ts';

const maps = new WeakMap<MapCommands, L.Map>();

/** The Leaflet map behind commands, for the kit's own use. */
export function mapOf(commands: MapCommands): L.Map {
  const map = maps.get(commands);
  if (!map) throw new Error('These commands belong to no map.');
  return map;
}

export const toLatLng = ([lat, lon]: LatLon): L.LatLng => L.latLng(lat, lon);

export const toLatLngBounds = ({ south, west, north, east }: MapBounds): L.LatLngBounds =>
  L.latLngBounds([south, west], [north, east]);

export function readView(map: L.Map): MapViewState {
  const { lat, lng } = map.getCenter();
  const bounds = map.getBounds();
  return {
    center: [lat, lng],
    zoom: fromLeafletZoom(map.getZoom()),
    bounds: {
      south: bounds.getSouth(),
      west: bounds.getWest(),
      north: bounds.getNorth(),
      east: bounds.getEast(),
    },
  };
}

/** The commands of a map; from a `ref` on MapView, or useMapCommands() inside it. */
export type MapCommands = {
  /** Animated, unless the visitor prefers reduced motion. */
  flyTo(center: LatLon, zoom: number): void;
  setView(center: LatLon, zoom: number): void;
  fitBounds(bounds: MapBounds): void;
  /** Returns to the default view. */
  home(): void;
  /** The drawings on the map; null without a `<DrawTools>` inside it. */
  drawing(): DrawingSession | null;
};

export function createCommands(
  map: L.Map,
  homeView: () => MapPosition,
  drawing: () => DrawingSession | null,
): MapCommands {
  function flyTo(center: LatLon, zoom: number): void {
    const target = toLeafletZoom(zoom);
    if (prefersReducedMotion()) map.setView(toLatLng(center), target, { animate: false });
    else map.flyTo(toLatLng(center), target, { duration: 0.8 });
  }
  const commands: MapCommands = {
    flyTo,
    setView: (center, zoom) => {
      map.setView(toLatLng(center), toLeafletZoom(zoom), { animate: false });
    },
    fitBounds: (bounds) => {
      map.fitBounds(toLatLngBounds(bounds), { animate: !prefersReducedMotion(), padding: [24, 24] });
    },
    home: () => {
      const { center, zoom } = homeView();
      flyTo(center, zoom);
    },
    drawing,
  };
  maps.set(commands, map);
  return commands;
}

/**
 * The kit counts zoom levels as Mapbox styles do, where the world is 512 pixels wide at zoom 0, so that views and styles
 * show the same as in a Mapbox map. In Leaflet the world is 256 pixels wide at zoom 0.
 */
const shift = 1;

export const toLeafletZoom = (zoom: number): number => zoom + shift;
export const fromLeafletZoom = (zoom: number): number => zoom - shift;
