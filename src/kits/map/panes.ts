import type L from 'leaflet';

/** The kit's panes. Leaflet has tiles at 200, drawings at 400 and markers at 600. */
const zIndexes = { outlines: 150, 'styled-layers': 390, 'bounds-box': 395 } as const;

export type PaneName = keyof typeof zIndexes;

export function ensurePane(map: L.Map, name: PaneName): HTMLElement {
  const existing = map.getPane(name);
  if (existing) return existing;
  const pane = map.createPane(name);
  pane.style.zIndex = String(zIndexes[name]);
  pane.style.pointerEvents = 'none';
  return pane;
}
