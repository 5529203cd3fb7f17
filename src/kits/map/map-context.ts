import { createContext, use } from 'react';
import type { DrawingSession } from './drawing/session.ts';
import type { MapCommands, MapTheme } from './types.ts';

export const MapCommandsContext = createContext<MapCommands | null>(null);

/** The commands of the map around the calling component; throws outside a MapView. */
export function useMapCommands(): MapCommands {
  const commands = use(MapCommandsContext);
  if (!commands) throw new Error('useMapCommands() needs a MapView around it.');
  return commands;
}

/** What the kit's own parts share. */
export interface MapState {
  readonly theme: MapTheme;
  /** Drawing and editing take the clicks then. */
  readonly isDrawing: () => boolean;
  /** Above the map and outside its element: no event of what lies there reaches the map. */
  readonly overlay: HTMLElement | null;
  /** Called by DrawTools with its session, and with null when it goes. */
  readonly setDrawing: (session: DrawingSession | null) => void;
}

export const MapStateContext = createContext<MapState | null>(null);

export function useMapState(): MapState {
  const state = use(MapStateContext);
  if (!state) throw new Error('Parts of a map need a MapView around them.');
  return state;
}
