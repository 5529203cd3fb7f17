import { createContext, type PointerEvent, useCallback, useEffect, useState } from 'react';
import type { MapPanel } from './map-address.ts';

/** The heights of the sheet: its heading, its share of the map, everything. */
export const sheetStops = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

/** The next stop up or down; the same at the ends. */
export function nextStop(stop: SheetStop, by: 1 | -1): SheetStop {
  return sheetStops[sheetStops.indexOf(stop) + by] ?? stop;
}

/** In CSS pixels a millisecond; a faster drag goes on in its direction. */
const flingSpeed = 0.5;

type Drag = {
  readonly stop: SheetStop;
  /** Where the drag ended, in CSS pixels. */
  readonly height: number;
  /** Upward, in CSS pixels a millisecond. */
  readonly speed: number;
  /** The heights of the stops, in CSS pixels. */
  readonly heights: Readonly<Record<SheetStop, number>>;
};

/** Where the sheet stops after a drag: the nearest stop, or the next one of a fling. */
export function stopAfterDrag({ stop, height, speed, heights }: Drag): SheetStop {
  const distanceOf = (each: SheetStop) => Math.abs(heights[each] - height);
  const nearest = sheetStops.reduce((one, other) => (distanceOf(other) < distanceOf(one) ? other : one));
  if (Math.abs(speed) < flingSpeed || nearest !== stop) return nearest;
  return nextStop(stop, speed > 0 ? 1 : -1);
}

/** What the heading of a panel needs to move the sheet that it is in. */
export type Sheet = {
  readonly stop: SheetStop;
  onStop(stop: SheetStop): void;
  /** For the part of the heading that is dragged. */
  readonly drag: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
  };
};

/** Null for a panel beside the map. */
export const SheetContext = createContext<Sheet | null>(null);

type Settings = {
  /** The panel that was opened by its button. */
  panel: MapPanel | undefined;
  /** The key of the selected site or shape. */
  selected: string | undefined;
  onPanel: (panel: MapPanel | undefined) => void;
};

/** Which height the sheet has: what is opened brings it to the middle, and what is closed brings it down. */
export function useSheet({ panel, selected, onPanel }: Settings) {
  const [stop, setStop] = useState<SheetStop>(panel || selected ? 'half' : 'peek');
  useEffect(() => {
    if (selected !== undefined) setStop('half');
    else if (panel === undefined) setStop('peek');
  }, [selected, panel]);
  useEffect(() => {
    if (panel) setStop((now) => (now === 'peek' ? 'half' : now));
  }, [panel]);
  const onStop = useCallback(
    (next: SheetStop) => {
      setStop(next);
      if (selected !== undefined) return;
      if (next === 'peek') onPanel(undefined);
      else if (panel === undefined) onPanel('sites');
    },
    [selected, panel, onPanel],
  );
  return { stop, onStop };
}
