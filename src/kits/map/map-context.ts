import { createContext, use } from 'react';
import type { DrawingSession } from './drawing/types.ts';
import type { MapCommands, MapTheme } from './types.ts';

export const MapCommandsContext = createContext<MapCommands | null>(null);

/** The commands of the map that contains the component. @throws outside a MapView */
export function useMapCommands(): MapCommands {
  const commands = use(MapCommandsContext);
  if (!commands) throw new Error('useMapCommands() must be called inside a MapView.');
  return commands;
}

/** State shared by the kit's components. */
export interface MapState {
  readonly theme: MapTheme;
  /** True while clicks belong to drawing or editing. */
  readonly isDrawing: () => boolean;
  /** Covers the map but is not inside its element, so that the map receives no events from it. */
  readonly overlay: HTMLElement | null;
  /** Called by DrawTools with its session, and with null when it unmounts. */
  readonly setDrawing: (session: DrawingSession | null) => void;
}

export const MapStateContext = createContext<MapState | null>(null);

export function useMapState(): MapState {
  const state = use(MapStateContext);
  if (!state) throw new Error('Parts of a map must be inside a MapView.');
  return state;
}
