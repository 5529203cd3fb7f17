import { createContext, type RefObject, use } from 'react';
import type { MapCommands } from './commands.ts';
import type { DrawingSession } from './drawing/session.ts';
import type { MapTheme } from './types.ts';

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
  /** Covers the map but is not inside its element, so that the map receives no events from it. */
  readonly overlay: HTMLElement | null;
  /** The drawings of DrawTools, while it is mounted. While they are active, clicks belong to them. */
  readonly drawing: RefObject<DrawingSession | null>;
}

export const MapStateContext = createContext<MapState | null>(null);

export function useMapState(): MapState {
  const state = use(MapStateContext);
  if (!state) throw new Error('Parts of a map must be inside a MapView.');
  return state;
}
