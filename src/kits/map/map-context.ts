import L from 'leaflet';
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { prefersReducedMotion } from './free-area.ts';
import type { DrawingSession, LatLon, MapBounds, MapPosition, MapTheme, MapViewState } from './types.ts';

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
export type MapCommands = ReturnType<typeof createCommands>;

/** The map is at the place that a command chose: a popup there may have to be brought into view. */
export const arrivedEvent = 'arrived';

export function createCommands(
  map: L.Map,
  homeView: () => MapPosition,
  drawing: () => DrawingSession | null,
) {
  /** Animated, unless the visitor prefers reduced motion. */
  function flyTo(center: LatLon, zoom: number): void {
    const target = toLeafletZoom(zoom);
    if (prefersReducedMotion()) map.setView(toLatLng(center), target, { animate: false });
    else map.flyTo(toLatLng(center), target, { duration: 0.8 });
  }
  const commands = {
    flyTo: (center: LatLon, zoom: number): void => {
      map.once('moveend', () => map.fire(arrivedEvent));
      flyTo(center, zoom);
    },
    setView: (center: LatLon, zoom: number): void => {
      map.setView(toLatLng(center), toLeafletZoom(zoom), { animate: false });
    },
    fitBounds: (bounds: MapBounds): void => {
      map.fitBounds(toLatLngBounds(bounds), { animate: !prefersReducedMotion(), padding: [24, 24] });
    },
    /** Returns to the default view. */
    home: (): void => {
      const { center, zoom } = homeView();
      flyTo(center, zoom);
    },
    /** The drawings on the map; null without a `<DrawTools>` inside it. */
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

export const MapCommandsContext = createContext<MapCommands | null>(null);

/** The commands of the map that contains the component. @throws outside a MapView */
export function useMapCommands(): MapCommands {
  const commands = use(MapCommandsContext);
  if (!commands) throw new Error('useMapCommands() must be called inside a MapView.');
  return commands;
}

/** State shared by the kit's components. */
export interface MapState {
  readonly theme: MapTheme;
  /** Covers the map but is not inside its element, so that the map receives no events from it. */
  readonly overlay: HTMLElement | null;
  /** The drawings of DrawTools, while it is mounted. While they are active, clicks belong to them. */
  readonly drawing: RefObject<DrawingSession | null>;
}

export const MapStateContext = createContext<MapState | null>(null);

export function useMapState(): MapState {
  const state = use(MapStateContext);
  if (!state) throw new Error('Parts of a map must be inside a MapView.');
  return state;
}

/** The value of the last render, for what lives longer than a render. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Listens to events of a map, several of them separated by spaces. @returns how to stop */
export function listenTo(map: L.Map, events: string, listener: () => void): () => void {
  map.on(events, listener);
  return () => {
    map.off(events, listener);
  };
}

/**
 * Toolbars and panels over the map. They are rendered outside Leaflet's element, so that the map does not receive their
 * clicks, taps, wheel events or drags. CSS positions them relative to the map's edges.
 */
export function MapOverlay({ children }: { readonly children: ReactNode }) {
  const { overlay } = useMapState();
  return overlay ? createPortal(children, overlay) : null;
}

let keyboardLast = false;

/** Watches from the start, for popups that are loaded later. */
function watchInput(): void {
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter' || key === ' ' || key === 'Tab' || key.startsWith('Arrow')) keyboardLast = true;
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    () => {
      keyboardLast = false;
    },
    true,
  );
}

if (typeof document !== 'undefined') watchInput();

/** True when the visitor's last action came from the keyboard. */
export const usedKeyboardLast = (): boolean => keyboardLast;
