import L from 'leaflet';
import type { Drawing, DrawKind, LatLon } from '../types.ts';
import { distanceMeters } from './measure.ts';

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
