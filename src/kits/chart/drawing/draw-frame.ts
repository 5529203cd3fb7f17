import type { View } from 'vega';
import type { Frame } from './frame.ts';
import type { PlotArea } from './plot-scale.ts';
import { areaOf } from './view-area.ts';

/** Updates a view to a frame. @returns the area of the plot */
export async function drawFrame(view: View, { rows, signals }: Frame): Promise<PlotArea> {
  for (const [name, values] of Object.entries(rows)) {
    if (hasData(view, name)) view.data(name, values);
  }
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  await view.runAsync();
  return areaOf(view);
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
