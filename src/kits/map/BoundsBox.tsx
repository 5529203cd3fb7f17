import L from 'leaflet';
import 'leaflet/src/layer/vector/Renderer.getRenderer.js';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { ensurePane, readThemeStyle } from './canvas/canvas-layer.ts';
import { toLatLngBounds, useMapState } from './map-context.ts';
import type { MapBounds } from './types.ts';

/** The outline of an extent. */
export function BoundsBox({ bounds }: { readonly bounds: MapBounds }) {
  const { south, west, north, east } = bounds;
  const map = useMap();
  const { theme } = useMapState();
  useEffect(() => {
    ensurePane(map, 'bounds-box');
    const { palette } = readThemeStyle(map.getContainer(), theme);
    const corners = toLatLngBounds({ south, west, north, east });
    const shared = { pane: 'bounds-box', interactive: false, fill: false };
    // A light line under a dark one is visible on every basemap.
    const box = L.layerGroup([
      L.rectangle(corners, { ...shared, color: palette.ground, weight: 5 }),
      L.rectangle(corners, { ...shared, color: palette.accent, weight: 2, dashArray: '8 6' }),
    ]);
    box.addTo(map);
    return () => {
      box.remove();
    };
  }, [map, theme, south, west, north, east]);
  return null;
}
