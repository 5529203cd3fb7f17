import L from 'leaflet';
import { pinClass, pinMarkup, pinShape } from './pin-shape.ts';

/** Creates the icon from markup, so that no image is fetched. */
export function createPinIcon(): L.DivIcon {
  return L.divIcon({
    className: pinClass,
    html: pinMarkup,
    iconSize: [pinShape.width, pinShape.height],
    iconAnchor: [pinShape.width / 2, pinShape.height - 1],
  });
}
