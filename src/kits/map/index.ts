export { BoundsBox } from './BoundsBox.tsx';
export { DrawTools } from './DrawTools.tsx';
export { captureMap, savePdf, savePng } from './export/index.ts';
export { MapPopup } from './MapPopup.tsx';
export { MapView } from './MapView.tsx';
export { useMapCommands } from './map-context.ts';
export { Pin } from './Pin.tsx';
export { StyledLayers } from './StyledLayers.tsx';
export type * from './types.ts';
