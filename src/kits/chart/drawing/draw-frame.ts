import type { View } from 'vega';
import type { Frame } from './frame.ts';
import type { PlotArea } from './plot-scale.ts';

/** Updates a view to a frame. @returns the area of the plot */
export async function drawFrame(view: View, { rows, signals }: Frame): Promise<PlotArea> {
  for (const [name, values] of Object.entries(rows)) {
    if (hasData(view, name)) view.data(name, values);
  }
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  await view.runAsync();
  const [left, top] = view.origin();
  const given = view.padding();
  // The origin is counted from within the padding.
  const padding = typeof given === 'number' ? { left: given, top: given } : given;
  const width = view.signal('width');
  const height = view.signal('height');
  return {
    left: left + (padding.left ?? 0),
    top: top + (padding.top ?? 0),
    width: typeof width === 'number' ? width : 0,
    height: typeof height === 'number' ? height : 0,
  };
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
