import L from 'leaflet';

export const numberClass = 'map-number';
const size = 20;

/** Beside the head of a marker's pin, else in the middle of a shape. */
function numberAt(layer: L.Layer): { readonly at: L.LatLng; readonly anchor: L.PointTuple } | null {
  const middle: L.PointTuple = [size / 2, size / 2];
  if (layer instanceof L.Marker) return { at: layer.getLatLng(), anchor: [-8, size + 14] };
  if (layer instanceof L.Circle) return { at: layer.getLatLng(), anchor: middle };
  if (layer instanceof L.Polyline) return { at: layer.getCenter(), anchor: middle };
  return null;
}

/** The numbers of the drawings, in their order from 1. */
export function createNumbers(map: L.Map) {
  const group = L.layerGroup().addTo(map);
  return {
    show(layers: readonly L.Layer[]): void {
      group.clearLayers();
      layers.forEach((layer, index) => {
        const place = numberAt(layer);
        if (!place) return;
        const icon = L.divIcon({
          className: numberClass,
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
