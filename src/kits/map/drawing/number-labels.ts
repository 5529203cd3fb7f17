import L from 'leaflet';

export const numberLabelClass = 'map-number';
const size = 20;
const handles = '.leaflet-mouse-marker, .leaflet-editing-icon';

/** The label's position: next to the head of a marker's pin, otherwise in the middle of the shape. */
function numberAt(layer: L.Layer): { readonly at: L.LatLng; readonly anchor: L.PointTuple } | null {
  const middle: L.PointTuple = [size / 2, size / 2];
  if (layer instanceof L.Marker) return { at: layer.getLatLng(), anchor: [-8, size + 14] };
  if (layer instanceof L.Circle) return { at: layer.getLatLng(), anchor: middle };
  if (layer instanceof L.Polyline) return { at: layer.getCenter(), anchor: middle };
  return null;
}

/** Gives a finished marker the role of an image; Leaflet makes it a button. */
function namePin(pin: L.Marker, number: number): void {
  const element = pin.getElement();
  element?.removeAttribute('tabindex');
  element?.setAttribute('role', 'img');
  element?.setAttribute('aria-label', `Marker ${number}`);
}

/** Removes handles from the tab order: they work only by pointer, and have no name. */
export function hideHandles(map: L.Map): void {
  for (const handle of map.getPanes().markerPane.querySelectorAll(handles)) {
    handle.removeAttribute('tabindex');
    handle.removeAttribute('role');
    handle.setAttribute('aria-hidden', 'true');
  }
}

/** Shows the numbers of the drawings, in their order from 1. */
export function createNumberLabels(map: L.Map) {
  const group = L.layerGroup().addTo(map);
  return {
    show(layers: readonly L.Layer[]): void {
      group.clearLayers();
      layers.forEach((layer, index) => {
        if (layer instanceof L.Marker) namePin(layer, index + 1);
        const place = numberAt(layer);
        if (!place) return;
        const icon = L.divIcon({
          className: numberLabelClass,
          html: String(index + 1),
          iconSize: [size, size],
          iconAnchor: place.anchor,
        });
        const marker = L.marker(place.at, { icon, interactive: false, keyboard: false });
        marker.addTo(group);
        marker.getElement()?.setAttribute('aria-hidden', 'true');
      });
    },
    remove(): void {
      group.remove();
    },
  };
}
