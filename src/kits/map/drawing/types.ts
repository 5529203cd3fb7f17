import type { Drawing, DrawKind, DrawMode, Shape } from '../types.ts';

/** The drawing commands, provided by DrawTools. */
export interface DrawingSession {
  readonly isActive: () => boolean;
  readonly start: (kind: DrawKind, byKeyboard: boolean) => Promise<void>;
  readonly stop: () => void;
  readonly finish: () => void;
  readonly undo: () => void;
  readonly edit: () => Promise<void>;
  readonly add: (drawings: readonly Drawing[]) => Promise<void>;
  readonly remove: (id: number) => void;
  readonly clear: () => void;
  readonly setColor: (color: string) => void;
  readonly dispose: () => void;
}

export interface DrawingEvents {
  readonly onShapes: (shapes: readonly Shape[]) => void;
  readonly onMode: (mode: DrawMode) => void;
}
