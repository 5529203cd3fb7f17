import { memo, useMemo, useRef } from 'react';
import { VegaEmbed } from 'react-vega';
import type { View } from 'vega';
import { toErrorMessage } from '#lib/errors.ts';
import { compileSpec } from '../drawing/compile-spec.ts';
import { embedOptions } from '../drawing/embed-options.ts';
import type { PlotArea } from '../drawing/plot-scale.ts';
import { areaOf } from '../drawing/view-area.ts';
import type { ChartTheme } from '../theme.ts';
import { pointExtents } from './point-extents.ts';
import { pointSpecOf } from './point-spec.ts';
import type { PointContent } from './types.ts';

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
  const spec = useMemo(
    () => compileSpec(pointSpecOf(content, { theme, width, height })),
    [content, theme, width, height],
  );
  const latest = useRef(content);
  latest.current = content;
  const drawn = async (view: View) => {
    await view.runAsync();
    onDrawn(placeIn(areaOf(view), latest.current));
  };
  return (
    <VegaEmbed
      aria-hidden="true"
      spec={spec}
      options={embedOptions}
      onEmbed={(result) => void drawn(result.view)}
      onError={(cause) => onError(toErrorMessage(cause))}
    />
  );
});

function placeIn(area: PlotArea, content: PointContent): PointPlace {
  const extents = pointExtents(content);
  const share = (value: number, [low, high]: readonly [number, number]) => (value - low) / (high - low);
  return (x, y) => ({
    x: area.left + share(x, extents.x) * area.width,
    y: area.top + (1 - share(y, extents.y)) * area.height,
  });
}
