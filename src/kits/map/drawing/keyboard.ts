import L from 'leaflet';
import type { Drawing, DrawKind, LatLon } from '../types.ts';
import { distanceMeters } from './measure.ts';

/** In CSS pixels, an arrow key's move of the map under the cross: without and with Shift. */
const step = 20;
const largeStep = 100;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Shows the cross at the middle of the map. */
export const crossClass = 'map-cross';

interface DrawingKeys {
  readonly isDrawing: () => boolean;
  /** The keyboard took over from the pointer. */
  readonly onStart: () => void;
  readonly onPoint: () => void;
  readonly onUndo: () => void;
}

/**
 * Draws by keyboard while the map has the focus: arrow keys move the map under the cross, Enter or Space sets a point,
 * Backspace removes the last one. @returns how to stop
 */
export function listenForDrawingKeys(map: L.Map, keys: DrawingKeys): () => void {
  const container = map.getContainer();
  function onKey(event: KeyboardEvent): void {
    if (!keys.isDrawing() || event.target !== container || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const arrow = arrows[event.key];
    if (arrow) {
      const pixels = event.shiftKey ? largeStep : step;
      map.panBy([arrow[0] * pixels, arrow[1] * pixels], { animate: false });
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (!event.repeat) keys.onPoint();
    } else if (event.key === 'Backspace') keys.onUndo();
    else return;
    keys.onStart();
    // Leaflet would move the map as well.
    event.preventDefault();
    event.stopPropagation();
  }
  container.addEventListener('keydown', onKey, { capture: true });
  return () => container.removeEventListener('keydown', onKey, { capture: true });
}

/** Where the keyboard has begun a rectangle or circle; of a fixed size on the screen. */
const startMark = { radius: 4, weight: 3, fillOpacity: 1, interactive: false };

/** Pixels within which two points count as one. */
const samePlace = 2;

/** What a point at the cross means to the shape that is drawn. */
type CrossStep =
  | { readonly kind: 'same-place' }
  | { readonly kind: 'vertex'; readonly at: L.LatLng }
  | { readonly kind: 'begun' }
  | { readonly kind: 'finished'; readonly drawing: Drawing };

const toLatLon = ({ lat, lng }: L.LatLng): LatLon => [lat, lng];

/** Creates the points that the keyboard sets at the middle of the map. */
export function createCrossPoints(map: L.Map) {
  const mark = L.circleMarker([0, 0], startMark);
  let last: L.LatLng | null = null;

  function isAtLast(at: L.LatLng): boolean {
    const pixel = map.latLngToContainerPoint(at);
    return last !== null && map.latLngToContainerPoint(last).distanceTo(pixel) < samePlace;
  }

  return {
    set(shape: DrawKind, color: string): CrossStep {
      const at = map.getCenter();
      if (isAtLast(at)) return { kind: 'same-place' };
      if (shape === 'line' || shape === 'polygon') return { kind: 'vertex', at };
      if (shape === 'marker') return { kind: 'finished', drawing: { kind: shape, points: [toLatLon(at)] } };
      if (!last) {
        last = at;
        mark.setLatLng(at).setStyle({ color }).addTo(map);
        return { kind: 'begun' };
      }
      const [from, to] = [toLatLon(last), toLatLon(at)];
      const drawing: Drawing =
        shape === 'circle'
          ? { kind: shape, points: [from], radiusMeters: distanceMeters(from, to) }
          : { kind: shape, points: [from, to] };
      return { kind: 'finished', drawing };
    },
    /** Remembers a corner that the line or polygon has taken. */
    accept(at: L.LatLng): void {
      last = at;
    },
    reset(): void {
      last = null;
      mark.remove();
    },
  };
}
