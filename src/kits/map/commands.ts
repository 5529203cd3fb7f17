import L from 'leaflet';
import type { DrawingSession } from './drawing/types.ts';
import type { LatLon, MapBounds, MapCommands, MapPosition, MapViewState } from './types.ts';

const maps = new WeakMap<MapCommands, L.Map>();

/** The Leaflet map behind commands, for the kit's own use. */
export function mapOf(commands: MapCommands): L.Map {
  const map = maps.get(commands);
  if (!map) throw new Error('These commands belong to no map.');
  return map;
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

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

export function createCommands(
  map: L.Map,
  homeView: () => MapPosition,
  drawing: () => DrawingSession | null,
): MapCommands {
  function session(): DrawingSession {
    const found = drawing();
    if (!found) throw new Error('Drawing needs DrawTools inside the map.');
    return found;
  }
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
    invalidateSize: () => {
      map.invalidateSize({ animate: false });
    },
    getView: () => readView(map),
    startDrawing: (kind, byKeyboard = false) => session().start(kind, byKeyboard),
    stopDrawing: () => drawing()?.stop(),
    finishDrawing: () => drawing()?.finish(),
    undoDrawingPoint: () => drawing()?.undo(),
    editDrawings: () => session().edit(),
    addDrawings: (drawings) => session().add(drawings),
    removeDrawing: (id) => drawing()?.remove(id),
    clearDrawings: () => drawing()?.clear(),
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
