import type { View } from 'vega';
import type { Frame } from './frame.ts';

/** Where the plot lies in the drawing, in pixels. */
export type PlotArea = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Updates a view to a frame. @returns the area of the plot */
export async function drawFrame(view: View, { rows, signals }: Frame): Promise<PlotArea> {
  for (const [name, values] of Object.entries(rows)) {
    if (hasData(view, name)) view.data(name, values);
  }
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  await view.runAsync();
  const [left, top] = view.origin();
  const width = view.signal('width');
  const height = view.signal('height');
  return {
    left: left + paddingOf(view, 'left'),
    top: top + paddingOf(view, 'top'),
    width: typeof width === 'number' ? width : 0,
    height: typeof height === 'number' ? height : 0,
  };
}

/** The origin of a view is within its padding. */
function paddingOf(view: View, side: 'left' | 'top'): number {
  const padding = view.padding();
  return typeof padding === 'number' ? padding : 'left' in padding ? (padding[side] ?? 0) : 0;
}

/** A view with one axis has no data sets for the other. */
function hasData(view: View, name: string): boolean {
  try {
    view.data(name);
    return true;
  } catch {
    return false;
  }
}
