import { type KeyboardEvent, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button, Notice, Spinner, VisuallyHidden } from '../ui/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { columnsOf } from './bands.ts';
import { nearestX } from './bisect.ts';
import styles from './Chart.module.css';
import { ChartTools, type Notify } from './ChartTools.tsx';
import { DataTable } from './DataTable.tsx';
import type { PlotArea } from './draw-frame.ts';
import { timeExtent } from './extent.ts';
import { keyAction } from './key-action.ts';
import { Legend } from './Legend.tsx';
import { withLegibleColors } from './legible-colors.ts';
import { ReadOutCard } from './ReadOutCard.tsx';
import { describeReadOut, readOut } from './read-out.ts';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, ChartState, Extent } from './types.ts';
import { useGestures } from './use-gestures.ts';
import { useWidth } from './use-width.ts';
import { clampWindow, isWhole, panWindow, zoomWindow } from './window.ts';

const VegaPlot = lazyPart(() => import('./VegaPlot.tsx').then((module) => module.VegaPlot));

const graphHeight = 600;
const narrowWidth = 600;
const narrowGraphHeight = 400;

export type ChartViewProps = {
  content: ChartContent;
  theme: ChartTheme;
  state: ChartState;
  onState: (state: ChartState) => void;
  notify: Notify;
  /** Describes when an export was made, for the CSV. */
  describeExportTime: (now: Date) => string;
};

/** A chart that has values: drawing, read-out, zoom, legend, downloads and a table of its numbers. */
export function ChartView({
  content: given,
  theme,
  state,
  onState,
  notify,
  describeExportTime,
}: ChartViewProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const height = width > 0 && width < narrowWidth ? narrowGraphHeight : graphHeight;
  const [area, setArea] = useState<PlotArea>();
  const [at, setAt] = useState<number>();
  const [wheelZooms, setWheelZooms] = useState(false);
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  /** Only readings by keyboard are announced; those by pointer change too often. */
  const [isReadByKeys, setIsReadByKeys] = useState(false);

  const content = useMemo(() => withLegibleColors(given, theme), [given, theme]);
  const drawn = useMemo(() => withoutHidden(content, state.hidden), [content, state.hidden]);
  const shown = useMemo(() => columnsOf(drawn), [drawn]);
  const whole = useMemo(() => timeExtent(columnsOf(content)), [content]);
  const window: Extent = useMemo(
    () => (state.window ? clampWindow(state.window, whole) : whole),
    [state.window, whole],
  );
  const showsAll = isWhole(window, whole);
  const read = useMemo(() => (at === undefined ? undefined : readOut(drawn, at)), [drawn, at]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content or another theme may draw without the error
  useEffect(() => setError(undefined), [drawn, theme]);

  const setWindow = (next: Extent) => onState({ ...state, window: isWhole(next, whole) ? undefined : next });
  const reset = () => onState({ ...state, window: undefined });
  const zoom = (factor: number) =>
    setWindow(zoomWindow(window, whole, at ?? (window[0] + window[1]) / 2, factor));
  const readAt = (x: number | undefined) => {
    if (x === undefined) return;
    setAt(x);
    setIsReadByKeys(true);
    // The window follows the reading.
    if (x < window[0]) setWindow(panWindow(window, whole, x - window[0]));
    if (x > window[1]) setWindow(panWindow(window, whole, x - window[1]));
  };

  useGestures(frame, {
    area,
    window,
    whole,
    wheelZooms,
    onPoint: (x) => {
      setIsReadByKeys(false);
      setAt(x === undefined ? undefined : nearestX(shown, x));
    },
    onWindow: setWindow,
    onToggle: () => setWheelZooms(!wheelZooms),
    onReset: reset,
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(event.key, { shown, at, window });
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'read') readAt(action.x);
    else if (action.kind === 'zoom') zoom(action.factor);
    else if (action.kind === 'show-all') reset();
    else setAt(undefined);
  }

  return (
    <section className={styles.chart} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <div>
          <h2 id={`${id}-title`} className={styles.title}>
            {content.title}
          </h2>
          {content.subtitle !== undefined && <p className={styles.subtitle}>{content.subtitle}</p>}
          {content.notes?.map((note) => (
            <p key={note} className={styles.subtitle}>
              {note}
            </p>
          ))}
        </div>
        <ChartTools
          content={drawn}
          window={window}
          whole={showsAll}
          theme={theme}
          size={{ width: Math.max(width, 900), height: graphHeight }}
          describeExportTime={describeExportTime}
          notify={notify}
          onZoom={zoom}
          onReset={reset}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a plot that is read with arrow keys */}
      <div
        ref={frame}
        className={styles.frame}
        data-zoom={wheelZooms || undefined}
        data-narrow={height === narrowGraphHeight || undefined}
        role="group"
        aria-roledescription="chart"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-help`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
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
          <Suspense fallback={<DrawingSpinner />}>
            {!area && <DrawingSpinner />}
            {width > 0 && (
              <VegaPlot
                key={attempt}
                content={drawn}
                theme={theme}
                width={width}
                height={height}
                window={window}
                onDrawn={setArea}
                onError={setError}
              />
            )}
          </Suspense>
        )}
        {shown.length === 0 && (
          <p className={styles.none}>All lines are hidden. Select a line in the legend to show it.</p>
        )}
        {read && area && (
          <ReadOutCard readOut={read} area={area} window={window} mark={content.mark?.label ?? 'Marked'} />
        )}
      </div>
      <p className={styles.hint} id={`${id}-help`}>
        {wheelZooms
          ? 'The wheel zooms. Click the chart again to let it scroll the page.'
          : 'Click the chart to zoom with the wheel; drag to move, double-click to show all.'}
        <VisuallyHidden>
          {' '}
          Arrow keys read it day by day, Page Up and Page Down month by month, + and − zoom.
        </VisuallyHidden>
      </p>
      <div aria-live="polite">
        <VisuallyHidden>
          {read && isReadByKeys ? describeReadOut(read, content.mark?.label) : ''}
        </VisuallyHidden>
      </div>
      <Legend
        content={content}
        hidden={state.hidden}
        onToggle={(which) =>
          onState({
            ...state,
            hidden: state.hidden.includes(which)
              ? state.hidden.filter((each) => each !== which)
              : [...state.hidden, which],
          })
        }
      />
      <DataTable content={drawn} window={window} />
    </section>
  );
}

/** The content without the lines and bands that a visitor hides. */
function withoutHidden(content: ChartContent, hidden: readonly string[]): ChartContent {
  if (hidden.length === 0) return content;
  const isShown = ({ id }: { id: string }) => !hidden.includes(id);
  const { series, bands } = content;
  return { ...content, series: series.filter(isShown), ...(bands && { bands: bands.filter(isShown) }) };
}

function DrawingSpinner() {
  return (
    <div className={styles.waiting}>
      <Spinner size={32} label="Drawing the chart" />
    </div>
  );
}
