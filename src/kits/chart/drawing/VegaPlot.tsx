import { memo, useEffect, useMemo, useRef } from 'react';
import { VegaEmbed } from 'react-vega';
import type { View } from 'vega';
import { toErrorMessage } from '#lib/errors.ts';
import { axisOf } from '../axes.ts';
import { type Drawing, drawnEnds } from '../reading/highlight-path.ts';
import type { ChartTheme } from '../theme.ts';
import type { ChartContent, Extent, Side } from '../types.ts';
import { compileSpec } from './compile-spec.ts';
import { drawFrame } from './draw-frame.ts';
import { embedOptions } from './embed-options.ts';
import { frameOf } from './frame.ts';
import { logSidesOf } from './log-scale.ts';
import { specOf } from './spec.ts';

type VegaPlotProps = {
  content: ChartContent;
  theme: ChartTheme;
  width: number;
  height: number;
  window: Extent;
  isLog: boolean;
  onDrawn: (drawing: Drawing) => void;
  onError: (message: string) => void;
};

/** Draws the chart. Moving the window updates data and axes; any other change creates a new Vega view. */
export const VegaPlot = memo(function VegaPlot(props: VegaPlotProps) {
  const { content, theme, width, height, window, isLog, onDrawn, onError } = props;
  const spec = useMemo(
    () => compileSpec(specOf(content, { theme, width, height, isLog, withoutData: true })),
    [content, theme, width, height, isLog],
  );
  const frame = useMemo(
    () => frameOf(content, { width, height, window, isLog }),
    [content, width, height, window, isLog],
  );
  const view = useRef<View>(undefined);
  /** The spec that `view` was created from; differs from `spec` until a new view is ready. */
  const drawn = useRef<typeof spec>(undefined);
  const latest = useRef(frame);
  latest.current = frame;

  function draw(target: View): void {
    const { signals, rows } = latest.current;
    const log = logSidesOf(content, isLog);
    const axisAt = (side: Side) => ({
      extent: signals[side],
      reversed: axisOf(content, side).reversed ?? false,
      isLog: log[side],
    });
    drawFrame(target, latest.current).then(
      (area) => {
        if (view.current !== target) return;
        const plot = { area, x: signals.x, axes: { left: axisAt('left'), right: axisAt('right') } };
        onDrawn({ plot, ends: drawnEnds(plot, rows) });
      },
      (cause: unknown) => {
        if (view.current === target) onError(toErrorMessage(cause));
      },
    );
  }
  const redraw = useRef(draw);
  redraw.current = draw;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame triggers the redraw
  useEffect(() => {
    if (view.current && drawn.current === spec) redraw.current(view.current);
  }, [frame]);

  return (
    <VegaEmbed
      aria-hidden="true"
      spec={spec}
      options={embedOptions}
      onEmbed={(result) => {
        view.current = result.view;
        drawn.current = spec;
        draw(result.view);
      }}
      onError={(cause) => onError(toErrorMessage(cause))}
    />
  );
});
