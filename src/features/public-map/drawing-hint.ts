import type { DrawKind, DrawMode } from '#kits/map/index.ts';

/** The fewest points of a finished shape; none for shapes that are dragged or set. */
export const minPoints: Readonly<Partial<Record<DrawKind, number>>> = { line: 2, polygon: 3 };

/** Describes the next step of a drawing, for a touch screen or a mouse. */
export function describeDrawingHint(mode: Exclude<DrawMode, { kind: 'idle' }>, touch: boolean): string {
  if (mode.kind === 'editing') return 'Drag the points to change a drawing';
  const tap = touch ? 'Tap' : 'Click';
  const todo = {
    line: `${tap} to add points`,
    polygon: `${tap} to add points`,
    rectangle: 'Drag from corner to corner',
    circle: 'Drag from the middle to the edge',
    marker: `${tap} to set the marker`,
  }[mode.shape];
  if (mode.problem === 'crossing') return `The edges may not cross. ${todo}`;
  if (mode.problem === 'too-small') return `That was too small to measure. ${todo}`;
  return todo;
}
