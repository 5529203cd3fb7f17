// Import BoundsBox, DrawTools, MapPopup, MapSwatch, Pin and the export from their own files: here, every page with a map would load them.
export { isGroundDark } from './basemap/tile-health.ts';
export { KeepInView } from './KeepInView.tsx';
export { MapCredits, MapView } from './MapView.tsx';
export type { MapCommands } from './map-context.ts';
export { MapOverlay, useMapCommands } from './map-context.ts';
export { HoverLabel, type HoverLabelHandle, StyledLayers } from './StyledLayers.tsx';
export type { MarkShape } from './style/properties.ts';
export type * from './types.ts';
