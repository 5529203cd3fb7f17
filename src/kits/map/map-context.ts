import type L from 'leaflet';
import type { ReactNode } from 'react';
import { createContext, type RefObject, use, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { MapCommands } from './commands.ts';
import type { DrawingSession, MapTheme } from './types.ts';

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

/** The value of the last render, for what lives longer than a render. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Listens to events of a map, several of them separated by spaces. @returns how to stop */
export function listenTo(map: L.Map, events: string, listener: () => void): () => void {
  map.on(events, listener);
  return () => {
    map.off(events, listener);
  };
}

/**
 * Toolbars and panels over the map. They are rendered outside Leaflet's element, so that the map does not receive their
 * clicks, taps, wheel events or drags. CSS positions them relative to the map's edges.
 */
export function MapOverlay({ children }: { readonly children: ReactNode }) {
  const { overlay } = useMapState();
  return overlay ? createPortal(children, overlay) : null;
}

let keyboardLast = false;

/** Watches from the start, for popups that are loaded later. */
function watchInput(): void {
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter' || key === ' ' || key === 'Tab' || key.startsWith('Arrow')) keyboardLast = true;
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    () => {
      keyboardLast = false;
    },
    true,
  );
}

if (typeof document !== 'undefined') watchInput();

/** True when the visitor's last action came from the keyboard. */
export const usedKeyboardLast = (): boolean => keyboardLast;
