import { createContext, use } from 'react';
import type { MapCommands } from './types.ts';

export const MapCommandsContext = createContext<MapCommands | null>(null);

/** The commands of the map around the calling component; throws outside a MapView. */
export function useMapCommands(): MapCommands {
  const commands = use(MapCommandsContext);
  if (!commands) throw new Error('useMapCommands() needs a MapView around it.');
  return commands;
}
