import L from 'leaflet';
import { pinClass, pinMarkup, pinShape } from './pin-shape.ts';

/** Drawn in markup, so that no picture has to be fetched. */
export function createPinIcon(): L.DivIcon {
  return L.divIcon({
    className: pinClass,
    html: pinMarkup,
    iconSize: [pinShape.width, pinShape.height],
    iconAnchor: [pinShape.width / 2, pinShape.height - 1],
  });
}
