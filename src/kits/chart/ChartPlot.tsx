import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { Button, Notice, Spinner } from '../ui/index.ts';
import styles from './Chart.module.css';
import { ChartHint } from './ChartHint.tsx';
import { VegaPlot } from './lazy-plot.ts';
import { PlotNotes } from './legend/PlotNotes.tsx';
import { plotNotes } from './legend/plot-notes.ts';
import { nearestX } from './reading/bisect.ts';
import type { Drawing } from './reading/highlight-path.ts';
import { keyAction } from './reading/key-action.ts';
import { ReadPlot } from './reading/ReadPlot.tsx';
import type { Reading } from './reading/reading.ts';
import { useGestures } from './reading/use-gestures.ts';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, ChartSeries, Extent } from './types.ts';
import { useWidth } from './use-width.ts';
import { panWindow } from './window.ts';

export const graphHeight = 600;
const narrowWidth = 600;
const narrowGraphHeight = 400;

type ChartPlotProps = {
  titleId: string;
  /** What is drawn: without what is hidden. */
  content: ChartContent;
  /** Its series in their own colors. */
  colored: readonly ChartSeries[];
  /** All of its columns of numbers. */
  shown: readonly ChartSeries[];
  theme: ChartTheme;
  window: Extent;
  whole: Extent;
  isLog: boolean;
  reading: Reading;
  onWindow: (window: Extent) => void;
  onReset: () => void;
  onZoom: (factor: number) => void;
};

/** The drawing with its read-out, for pointer, fingers and keys. */
export const ChartPlot = memo(function ChartPlot(props: ChartPlotProps) {
  const { titleId, content, colored, shown, theme, window, whole, isLog, reading } = props;
  const { onWindow, onReset, onZoom } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const height = width > 0 && width < narrowWidth ? narrowGraphHeight : graphHeight;
  const [drawing, setDrawing] = useState<Drawing>();
  const plot = drawing?.plot;
  const [isHeld, setIsHeld] = useState(false);
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const { $pointed } = reading;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content or another theme may draw without the error
  useEffect(() => setError(undefined), [content, theme]);

  useGestures(frame, {
    area: plot?.area,
    window,
    whole,
    isHeld,
    onPoint: (point) => {
      const x = point && nearestX(shown, point.x);
      $pointed.set(point && x !== undefined ? { by: 'pointer', x, y: point.y } : undefined);
    },
    onWindow,
    onHold: setIsHeld,
    onReset,
  });

  const readAt = (x: number | undefined) => {
    if (x === undefined) return;
    $pointed.set({ by: 'keys', x });
    // The window follows the reading.
    if (x < window[0]) onWindow(panWindow(window, whole, x - window[0]));
    if (x > window[1]) onWindow(panWindow(window, whole, x - window[1]));
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(event.key, { shown, at: $pointed.get()?.x, window });
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'read') readAt(action.x);
    else if (action.kind === 'zoom') onZoom(action.factor);
    else if (action.kind === 'show-all') onReset();
    else {
      $pointed.set(undefined);
      setIsHeld(false);
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a plot that is read with arrow keys */}
      <div
        className={styles.frame}
        data-held={isHeld || undefined}
        role="group"
        aria-roledescription="chart"
        aria-labelledby={titleId}
        aria-describedby={`${titleId}-help`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => $pointed.set(undefined)}
      >
        <ReadPlot
          frame={frame}
          isNarrow={height === narrowGraphHeight}
          content={content}
          colored={colored}
          drawing={error === undefined ? drawing : undefined}
          window={window}
          reading={reading}
        >
          {error !== undefined ? (
            <div className={styles.stage}>
              <Notice
                severity="error"
                action={
                  <Button
                    onClick={() => {
                      setError(undefined);
                      setAttempt(attempt + 1);
                    }}
                  >
                    Try again
                  </Button>
                }
              >{`An error has occurred: ${error}`}</Notice>
            </div>
          ) : (
            <>
              {!plot && <DrawingSpinner />}
              {width > 0 && (
                <VegaPlot
                  key={attempt}
                  content={content}
                  theme={theme}
                  width={width}
                  height={height}
                  window={window}
                  isLog={isLog}
                  onDrawn={setDrawing}
                  onError={setError}
                />
              )}
            </>
          )}
          {shown.length === 0 && (
            <p className={styles.none}>All lines are hidden. Select a line in the legend to show it.</p>
          )}
        </ReadPlot>
      </div>
      <PlotNotes notes={plotNotes(content, { width, window, isLog })} />
      <ChartHint id={`${titleId}-help`} isHeld={isHeld} />
    </>
  );
});

function DrawingSpinner() {
  return (
    <div className={styles.waiting}>
      <Spinner size={32} label="Drawing the chart" />
    </div>
  );
}
