import { useStore } from '@nanostores/react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { minTextContrast } from '#lib/colors.ts';
import { Button, Row, Stack, VisuallyHidden } from '../ui/index.ts';
import { useSize } from '../ui/screen-parts.tsx';
import styles from './Chart.module.css';
import type { EndLabel } from './drawing/end-labels.ts';
import type { Frame } from './drawing/frame.ts';
import { yPixel } from './drawing/layout.ts';
import { ChartError, VegaPlot, waiting } from './plots.tsx';
import { nearestX } from './reading/bisect.ts';
import { PlotOverlay } from './reading/PlotOverlay.tsx';
import { latestX, type Reading, type ReadOut, readOut } from './reading/read-out.ts';
import { useGestures } from './reading/use-gestures.ts';
import { isWhole, keyAction, panWindow } from './state.ts';
import { type ChartTheme, legibleOver, themeColors } from './theme.ts';
import type { ChartContent, ChartSeries, Extent } from './types.ts';

type ChartPlotProps = {
  titleId: string;
  /** What is drawn: without what is hidden. */
  content: ChartContent;
  /** All of its columns of numbers. */
  shown: readonly ChartSeries[];
  theme: ChartTheme;
  window: Extent;
  whole: Extent;
  isLog: boolean;
  /** The window is the part of the season with which the chart opens. */
  isOpening: boolean;
  reading: Reading;
  /** What moves the window and opens the table, the same in all renders. */
  controls: Readonly<
    Record<'reset' | 'openTable', () => void> & {
      setWindow: (window: Extent) => void;
      zoom: (factor: number) => void;
    }
  >;
};

/** The drawing with its read-out and labels, for pointer, fingers and keys. */
export const ChartPlot = memo(function ChartPlot(props: ChartPlotProps) {
  const { titleId, content, shown, theme, window, whole, isLog, isOpening, reading } = props;
  const { setWindow, reset, zoom, openTable } = props.controls;
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const [drawn, setDrawn] = useState<Frame>();
  const [isHeld, setIsHeld] = useState(false);
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const { $pointed } = reading;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content or another theme may draw without the error
  useEffect(() => setError(undefined), [content, theme]);

  useGestures(box, {
    area: drawn?.layout.area,
    window,
    whole,
    isHeld,
    onPoint: (point) => {
      const x = point && nearestX(shown, point.x);
      $pointed.set(point && x !== undefined ? { by: 'pointer', x, y: point.y } : undefined);
    },
    onWindow: setWindow,
    onHold: setIsHeld,
    onReset: reset,
  });

  const readAt = (x: number | undefined) => {
    if (x === undefined) return;
    $pointed.set({ by: 'keys', x });
    // The window follows the reading.
    if (x < window[0]) setWindow(panWindow(window, whole, x - window[0]));
    if (x > window[1]) setWindow(panWindow(window, whole, x - window[1]));
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, currentTarget } = event;
    if (target !== currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(event, { shown, at: $pointed.get()?.x, window });
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'read') readAt(action.x);
    else if (action.kind === 'zoom') zoom(action.factor);
    else if (action.kind === 'show-all') reset();
    else {
      $pointed.set(undefined);
      setIsHeld(false);
    }
  }

  return (
    <>
      <Stack
        gap={0}
        className={styles.frame}
        data-held={isHeld || undefined}
        role="group"
        aria-roledescription="chart"
        aria-labelledby={titleId}
        aria-describedby={`${titleId}-help`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => $pointed.set(undefined)}
      >
        <ReadPlot
          box={box}
          content={content}
          theme={theme}
          frame={error === undefined ? drawn : undefined}
          window={window}
          reading={reading}
        >
          {error !== undefined ? (
            <div className={`column relative surface muted ${styles.stage}`}>
              <ChartError
                message={error}
                retry={() => {
                  setError(undefined);
                  setAttempt(attempt + 1);
                }}
              />
            </div>
          ) : (
            <>
              {!drawn && waiting}
              {width > 0 && (
                <VegaPlot
                  key={attempt}
                  content={content}
                  theme={theme}
                  width={width}
                  height={height}
                  window={window}
                  isLog={isLog}
                  onDrawn={setDrawn}
                  onError={setError}
                />
              )}
            </>
          )}
          {shown.length === 0 && (
            <p className={`muted ${styles.none} text-center`}>
              All lines are hidden. Select a line in the table to show it.
            </p>
          )}
          {drawn && error === undefined && (
            <LineLabels
              labels={drawn.labels}
              area={drawn.layout.area}
              reading={reading}
              onTable={openTable}
            />
          )}
          {isHeld && (
            <p className={`no-print quiet-xs surface untouchable ${styles.held}`}>
              <GestureHint isHeld />
            </p>
          )}
          {!isWhole(window, whole) && (
            <Button className={`no-print ${styles.showAll}`} onClick={reset}>
              {isOpening ? 'Whole year' : 'Show all'}
            </Button>
          )}
        </ReadPlot>
      </Stack>
      <div role="status">
        {drawn?.notes.map((note) => (
          <p key={note} className="quiet-xs">
            {note}
          </p>
        ))}
      </div>
      <VisuallyHidden>
        <span id={`${titleId}-help`}>{keyboardHint}</span>
      </VisuallyHidden>
    </>
  );
});

type ReadPlotProps = {
  box: RefObject<HTMLDivElement | null>;
  content: ChartContent;
  theme: ChartTheme;
  /** Undefined until the chart is drawn. */
  frame: Frame | undefined;
  window: Extent;
  reading: Reading;
  /** The drawing, which does not follow the pointer. */
  children: ReactNode;
};

/** A plot with the read-out and the marks over it, which follow the pointer. */
function ReadPlot(props: ReadPlotProps) {
  const { box, content, theme, frame, window, reading, children } = props;
  const pointed = useStore(reading.$pointed);
  const highlighted = useStore(reading.$highlighted);
  const latest = useMemo(() => latestX(content, window), [content, window]);
  const x = pointed?.x ?? latest;
  const y = pointed?.by === 'pointer' ? pointed.y : undefined;
  const read = useMemo(() => {
    if (x === undefined) return undefined;
    const pixelOf = (series: ChartSeries, value: number) =>
      frame ? yPixel(frame.plot, series.side, value) : -value;
    return readOut(content, x, { pixelOf, y, highlighted });
  }, [content, frame, x, y, highlighted]);
  return (
    <>
      <ReadOutLine read={read} theme={theme} isLatest={!pointed} left={frame?.layout.area.left ?? 0} />
      <div ref={box} className={`relative surface clip ${styles.plot}`}>
        {children}
        {frame && (
          <PlotOverlay
            content={content}
            frame={frame}
            pointed={pointed}
            read={read}
            highlighted={highlighted}
          />
        )}
      </div>
    </>
  );
}

type ReadOutLineProps = {
  /** Undefined of a chart without values. */
  read: ReadOut | undefined;
  theme: ChartTheme;
  /** Nothing is pointed at. */
  isLatest: boolean;
  /** Where the plot begins, in pixels. */
  left: number;
};

/** The values at what is pointed at, and until then at the latest date: one line, of which as much is shown as fits. */
function ReadOutLine({ read, theme, isLatest, left }: ReadOutLineProps) {
  if (!read) return <Row data-baseline className={`quiet ${styles.readOut} nowrap clip surface`} />;
  return (
    <Row
      data-baseline
      className={`quiet ${styles.readOut} nowrap clip surface`}
      style={{ ['--plot-left' as string]: `${left}px` }}
    >
      <span>
        {read.label}
        {isLatest && <small> latest</small>}
      </span>
      {inReadingOrder(read).map(({ series, value, number, remarks, hasValue, isNearest }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of many series change with every move
        <span key={at} data-has-value={hasValue} data-nearest={isNearest || undefined}>
          <b
            style={{ color: legibleOver(series.color, [themeColors[theme].surface], theme, minTextContrast) }}
          >
            {series.rulerName ?? series.label}
          </b>{' '}
          <span>{read.unit === undefined ? value : number}</span>
          {remarks.length > 0 && <small> {remarks.join(', ')}</small>}
        </span>
      ))}
      {read.more > 0 && <span>+{read.more} more</span>}
      {read.ranges.map(
        ({ band, number, hasValue }) =>
          band.middle !== undefined && (
            <span key={band.id} data-has-value={hasValue}>
              {band.middle} {number}
            </span>
          ),
      )}
      {read.unit !== undefined && read.unit !== '' && <span>· {read.unit}</span>}
      {read.footer !== undefined && <span>{read.footer}</span>}
    </Row>
  );
}

/** What leads first, what it is compared with last. */
function inReadingOrder({ readings }: ReadOut): ReadOut['readings'] {
  const rankOf = ({ series: { emphasis, rulerName } }: ReadOut['readings'][number]) =>
    emphasis === 'leading' ? 0 : rulerName === undefined ? 1 : 2;
  return readings.toSorted((one, other) => rankOf(one) - rankOf(other));
}

type LineLabelsProps = {
  labels: readonly EndLabel[];
  area: Frame['layout']['area'];
  reading: Reading;
  onTable: () => void;
};

/** The names at the ends of the lines. The pointer or the focus on one brings its line forward. */
const LineLabels = memo(function LineLabels({ labels, area, reading, onTable }: LineLabelsProps) {
  const bringForward = (id: string | undefined) => reading.$highlighted.set(id);
  return (
    <ul className={`text-xs ${styles.labels}`} aria-label="Lines of the chart">
      {labels.map(({ id, text, title, x, y, color, isLeading }) => (
        <li key={`${id} ${title}`} style={{ left: area.left + x, top: area.top + y, color }}>
          {id === undefined && !text.startsWith('+') ? (
            <span title={title}>{text}</span>
          ) : (
            <button
              type="button"
              title={title}
              aria-label={title}
              data-leading={isLeading || undefined}
              onPointerEnter={() => bringForward(id)}
              onPointerLeave={() => bringForward(undefined)}
              onFocus={() => bringForward(id)}
              onBlur={() => bringForward(undefined)}
              onClick={() => (id === undefined ? onTable() : bringForward(id))}
            >
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
});

type GestureHintProps = { isHeld: boolean };

/** How to use a plot with a mouse or with fingers, whichever there is. */
export function GestureHint({ isHeld }: GestureHintProps) {
  return (
    <>
      <span className={styles.forMouse}>
        {isHeld
          ? 'The wheel zooms. Click the chart again to let it scroll the page.'
          : 'Click the chart to zoom with the wheel; drag to move, double-click to show all.'}
      </span>
      <span className={styles.forTouch}>
        {isHeld
          ? 'One finger moves the chart sideways, two fingers zoom it. Tap beside the chart to let it go.'
          : 'Tap the chart to read it; then one finger moves it and two fingers zoom it.'}
      </span>
    </>
  );
}

/** How to use the plot with the keyboard, for screen readers; the others have its gestures among the notes of the chart. */
const keyboardHint =
  'Arrow keys read it day by day, with Shift week by week, Page Up and Page Down month by month, + and − zoom.';
