import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useMapState } from './map-context.ts';

/**
 * Toolbars and panels over the map. They are rendered outside Leaflet's element, so that the map does not receive their
 * clicks, taps, wheel events or drags. CSS positions them relative to the map's edges.
 */
export function MapOverlay({ children }: { readonly children: ReactNode }) {
  const { overlay } = useMapState();
  return overlay ? createPortal(children, overlay) : null;
}
