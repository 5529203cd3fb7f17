import { memo, useEffect, useMemo, useRef } from 'react';
import type { Spec, View } from 'vega';
import { toErrorMessage } from '#lib/errors.ts';
import type { ChartTheme } from '../theme.ts';
import type { ChartContent, Extent } from '../types.ts';
import { type Frame, frameOf } from './frame.ts';
import { dataOf, specOf } from './spec.ts';
import { VegaView } from './VegaView.tsx';

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
