import { memo, useEffect, useMemo, useRef } from 'react';
import { VegaEmbed } from 'react-vega';
import type { Spec, View } from 'vega';
import type { EmbedOptions } from 'vega-embed';
import { expressionInterpreter } from 'vega-interpreter';
import { toErrorMessage } from '#lib/errors.ts';
import type { ChartTheme } from '../theme.ts';
import type { ChartContent, Extent, PointContent } from '../types.ts';
import { type Frame, frameOf } from './frame.ts';
import { dataOf, pointSpecOf, specOf } from './spec.ts';

type PlotProps<Content, Drawn> = {
  content: Content;
  theme: ChartTheme;
  width: number;
  height: number;
  onDrawn: (drawn: Drawn) => void;
  onError: (message: string) => void;
};

type VegaPlotProps = PlotProps<ChartContent, Frame> & { window: Extent; isLog: boolean };

/** Draws the chart. Moving the window updates paths and axes; any other change creates a new Vega view. */
export const VegaPlot = memo(function VegaPlot(props: VegaPlotProps) {
  const { content, theme, width, height, window, isLog, onDrawn, onError } = props;
  const frame = useMemo(
    () => frameOf(content, { theme, width, height, window, isLog }),
    [content, theme, width, height, window, isLog],
  );
  const latest = useRef(frame);
  latest.current = frame;
  /** With the frame that it draws at first. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them makes another spec
  const { spec, first } = useMemo(
    () => ({ spec: specOf(content, latest.current), first: latest.current }),
    [content, theme, width, height, isLog],
  );
  /** The view that was drawn last, and what it shows. Its spec differs from `spec` until a new view is ready. */
  const drawn = useRef<{ readonly view: View; readonly spec: Spec; frame: Frame }>(undefined);

  function redraw(): void {
    const target = drawn.current;
    const next = latest.current;
    if (target?.spec !== spec || target.frame === next) return;
    target.frame = next;
    const { view } = target;
    for (const { name, values } of dataOf(next)) view.data(name, values);
    for (const [name, value] of Object.entries(next.signals)) view.signal(name, value);
    const { area, padding } = next.layout;
    view.width(area.width).height(area.height).padding(padding);
    view.runAsync().then(
      () => {
        if (drawn.current === target && target.frame === next) onDrawn(next);
      },
      (cause: unknown) => {
        if (drawn.current === target) onError(toErrorMessage(cause));
      },
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame triggers the redraw
  useEffect(redraw, [frame]);

  return (
    <VegaView
      spec={spec}
      onDrawn={(view) => {
        drawn.current = { view, spec, frame: first };
        if (latest.current === first) onDrawn(first);
        else redraw();
      }}
      onError={onError}
    />
  );
});

/** Where the drawing has a pair of values, in pixels of the frame. */
export type PointPlace = (x: number, y: number) => { readonly x: number; readonly y: number };

/** Draws points with Vega. */
export const PointPlot = memo(function PointPlot(props: PlotProps<PointContent, PointPlace>) {
  const { content, theme, width, height, onDrawn, onError } = props;
  const spec = useMemo(
    () => pointSpecOf(content, { theme, width, height }, false),
    [content, theme, width, height],
  );
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

/** The interpreter avoids `eval`, which the Content-Security-Policy forbids. Vega's own styles and menus are off. */
const embedOptions: EmbedOptions = {
  mode: 'vega',
  renderer: 'canvas',
  ast: true,
  expr: expressionInterpreter,
  actions: false,
  defaultStyle: false,
  tooltip: false,
};

type VegaViewProps = {
  /** A new object creates a new view. */
  spec: Spec;
  onDrawn: (view: View) => void;
  onError: (message: string) => void;
};

/** The canvas of a Vega view. */
export function VegaView({ spec, onDrawn, onError }: VegaViewProps) {
  return (
    <VegaEmbed
      aria-hidden="true"
      spec={spec}
      options={embedOptions}
      onEmbed={({ view }) => onDrawn(view)}
      onError={(cause) => onError(toErrorMessage(cause))}
    />
  );
}
