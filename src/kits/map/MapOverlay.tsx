import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useMapState } from './map-context.ts';

/**
 * Toolbars and panels over the map. They lie beside Leaflet's element, not in it, so that no click, tap, wheel
 * or drag on them is taken for one on the map. They place themselves by CSS, from the map's edges.
 */
export function MapOverlay({ children }: { readonly children: ReactNode }) {
  const { overlay } = useMapState();
  return overlay ? createPortal(children, overlay) : null;
}
