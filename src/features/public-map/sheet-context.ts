import { createContext, type PointerEvent } from 'react';
import type { SheetStop } from './sheet-stops.ts';

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
