import type { DrawKind, DrawMode } from '#kits/map/index.ts';

/** The fewest points of a finished shape; none for shapes that are dragged or set. */
export const minPoints: Readonly<Partial<Record<DrawKind, number>>> = { line: 2, polygon: 3 };

/** Describes the next step of a drawing, for a touch screen or a mouse. */
export function describeDrawingHint(mode: Exclude<DrawMode, { kind: 'idle' }>, touch: boolean): string {
  if (mode.kind === 'editing') return 'Drag the points to change a drawing';
  const tap = touch ? 'Tap' : 'Click';
  const todo = mode.byKeyboard
    ? describeKeys(mode)
    : {
        line: `${tap} to add points`,
        polygon: `${tap} to add points`,
        rectangle: 'Drag from corner to corner',
        circle: 'Drag from the middle to the edge',
        marker: `${tap} to set the marker`,
      }[mode.shape];
  if (mode.problem === 'crossing') return `The edges may not cross. ${todo}`;
  if (mode.problem === 'too-small') return `That was too small to measure. ${todo}`;
  if (mode.problem === 'same-place') return `There is a point here already. ${todo}`;
  return todo;
}

function describeKeys({ shape, points }: { shape: DrawKind; points: number }): string {
  const toSet = {
    line: 'add a point',
    polygon: 'add a point',
    rectangle: points === 0 ? 'set a corner' : 'set the opposite corner',
    circle: points === 0 ? 'set the middle' : 'set the edge',
    marker: 'set the marker',
  }[shape];
  return `Arrow keys move the map, Enter to ${toSet} at the cross`;
}
