import L from 'leaflet';
import { prefersReducedMotion } from '../commands.ts';
import { moveInto } from '../free-area.ts';

const boundsOf = (layer: L.Layer): L.LatLngBounds | null => {
  if (layer instanceof L.Marker) return L.latLngBounds([layer.getLatLng()]);
  return layer instanceof L.Polyline || layer instanceof L.Circle ? layer.getBounds() : null;
};

/** Pixels between the drawing and the edge of the map. */
const margin = 12;

/** Moves the map when a smaller size, such as beside a panel that opens, would cut off a drawing that was in view. */
export function keepInView(
  map: L.Map,
  layer: L.Layer | undefined,
  { oldSize, newSize }: L.ResizeEvent,
): void {
  const bounds = layer && boundsOf(layer);
  if (!bounds) return;
  const toPixel = (place: L.LatLng) => map.latLngToContainerPoint(place);
  const [{ x: left, y: top }, { x: right, y: bottom }] = [
    toPixel(bounds.getNorthWest()),
    toPixel(bounds.getSouthEast()),
  ];
  if (left < 0 || top < 0 || right > oldSize.x || bottom > oldSize.y) return;
  const frame = { left: margin, top: margin, right: newSize.x - margin, bottom: newSize.y - margin };
  const move = moveInto({ left, top, right, bottom }, frame);
  if (move.x || move.y) map.panBy([-move.x, -move.y], { animate: !prefersReducedMotion() });
}
