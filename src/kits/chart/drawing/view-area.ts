import type { View } from 'vega';
import type { PlotArea } from './plot-scale.ts';

/** The area of the plot within a drawn view, in pixels. */
export function areaOf(view: View): PlotArea {
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
