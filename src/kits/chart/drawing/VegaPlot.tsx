import { memo, useEffect, useMemo, useRef } from 'react';
import { VegaEmbed } from 'react-vega';
import type { View } from 'vega';
import type { EmbedOptions } from 'vega-embed';
import { expressionInterpreter } from 'vega-interpreter';
import { toErrorMessage } from '#lib/errors.ts';
import type { ChartTheme } from '../theme.ts';
import type { ChartContent, Extent } from '../types.ts';
import { type Frame, frameOf } from './frame.ts';
import { dataOf, paddingOf, specOf } from './spec.ts';

/** The interpreter avoids `eval`, which the Content-Security-Policy forbids. Vega's own styles and menus are off. */
export const embedOptions: EmbedOptions = {
  mode: 'vega',
  renderer: 'canvas',
  ast: true,
  expr: expressionInterpreter,
  actions: false,
  defaultStyle: false,
  tooltip: false,
};

type VegaPlotProps = {
  content: ChartContent;
  theme: ChartTheme;
  width: number;
  height: number;
  window: Extent;
  isLog: boolean;
  onDrawn: (frame: Frame) => void;
  onError: (message: string) => void;
};

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
  const { spec, first } = useMemo(
    () => ({ spec: specOf(content, latest.current, { theme, width, height, isLog }), first: latest.current }),
    [content, theme, width, height, isLog],
  );
  const view = useRef<View>(undefined);
  /** The spec that `view` was created from; differs from `spec` until a new view is ready. */
  const drawn = useRef<typeof spec>(undefined);
  /** The frame that `view` shows. */
  const shown = useRef<Frame>(undefined);

  function draw(target: View): void {
    const next = latest.current;
    if (shown.current === next) return;
    shown.current = next;
    for (const { name, values } of dataOf(next)) target.data(name, values);
    for (const [name, value] of Object.entries(next.signals)) target.signal(name, value);
    const { area } = next.layout;
    target.width(area.width).height(area.height).padding(paddingOf(next, { width, height }));
    target.runAsync().then(
      () => {
        if (view.current === target && shown.current === next) onDrawn(next);
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
        shown.current = first;
        if (latest.current === first) onDrawn(first);
        else redraw.current(result.view);
      }}
      onError={(cause) => onError(toErrorMessage(cause))}
    />
  );
});
