import { memo, useMemo, useRef } from 'react';
import { VegaEmbed } from 'react-vega';
import type { View } from 'vega';
import { compile } from 'vega-lite';
import { toErrorMessage } from '#lib/errors.ts';
import type { Area } from '../drawing/layout.ts';
import { embedOptions } from '../drawing/VegaPlot.tsx';
import type { ChartTheme } from '../theme.ts';
import { pointExtents, pointSpecOf } from './point-spec.ts';
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
    () => compile(pointSpecOf(content, { theme, width, height })).spec,
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

function placeIn(area: Area, content: PointContent): PointPlace {
  const extents = pointExtents(content);
  const share = (value: number, [low, high]: readonly [number, number]) => (value - low) / (high - low);
  return (x, y) => ({
    x: area.left + share(x, extents.x) * area.width,
    y: area.top + (1 - share(y, extents.y)) * area.height,
  });
}

/** The area of the plot within a drawn view, in pixels. */
function areaOf(view: View): Area {
  const [left, top] = view.origin();
  const given = view.padding();
  // The origin is counted from within the padding.
  const padding = typeof given === 'number' ? { left: given, top: given } : given;
  const [width, height] = [view.signal('width'), view.signal('height')].map(Number);
  return {
    left: left + (padding.left ?? 0),
    top: top + (padding.top ?? 0),
    width: width ?? 0,
    height: height ?? 0,
  };
}
