import { memo, useMemo } from 'react';
import type { View } from 'vega';
import type { ChartTheme } from '../theme.ts';
import type { PointContent } from '../types.ts';
import { pointSpecOf } from './point-spec.ts';
import { VegaView } from './VegaView.tsx';

/** Where the drawing has a pair of values, in pixels of the frame. */
export type PointPlace = (x: number, y: number) => { readonly x: number; readonly y: number };

type PointPlotProps = {
  content: PointContent;
  theme: ChartTheme;
  width: number;
  height: number;
  onDrawn: (place: PointPlace) => void;
  onError: (message: string) => void;
};

/** Draws points with Vega. */
export const PointPlot = memo(function PointPlot(props: PointPlotProps) {
  const { content, theme, width, height, onDrawn, onError } = props;
  const spec = useMemo(() => pointSpecOf(content, { theme, width, height }), [content, theme, width, height]);
  // A plot that is made to fit its frame runs twice.
  const place = async (view: View) => onDrawn(placeIn(await view.runAsync()));
  return <VegaView spec={spec} onDrawn={(view) => void place(view)} onError={onError} />;
});

/** The scales of a drawn view, from the corner of its plot. */
function placeIn(view: View): PointPlace {
  const [left, top] = view.origin();
  const padding = view.padding();
  // The origin is counted from within the padding.
  const inset = typeof padding === 'number' ? { left: padding, top: padding } : padding;
  const [toX, toY] = [view.scale('x'), view.scale('y')];
  return (x, y) => ({ x: left + (inset.left ?? 0) + toX(x), y: top + (inset.top ?? 0) + toY(y) });
}
