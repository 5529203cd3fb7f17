import L from 'leaflet';

/** Creates the icon from markup, so that no image is fetched. */
export function createPinIcon(): L.DivIcon {
  return L.divIcon({
    className: pinClass,
    html: pinMarkup,
    iconSize: [pinShape.width, pinShape.height],
    iconAnchor: [pinShape.width / 2, pinShape.height - 1],
  });
}

/** A pin in a 24 by 32 box, with its tip at the center of the bottom edge. */
export const pinShape = {
  width: 24,
  height: 32,
  path: 'M12 1C6 1 1 5.9 1 11.9 1 20 12 31 12 31s11-11 11-19.1C23 5.9 18 1 12 1Z',
  eye: { x: 12, y: 12, radius: 4 },
} as const;

export const pinClass = 'map-pin';

/** The pin as markup; colors come from the stylesheet. */
const pinMarkup =
  `<svg viewBox="0 0 ${pinShape.width} ${pinShape.height}" width="${pinShape.width}" height="${pinShape.height}" aria-hidden="true">` +
  `<path d="${pinShape.path}" fill="currentColor"/>` +
  `<circle class="map-pin-eye" cx="${pinShape.eye.x}" cy="${pinShape.eye.y}" r="${pinShape.eye.radius}"/></svg>`;
