import { useStore } from '@nanostores/react';
import { useId, useMemo, useRef, useState } from 'react';
import { printPage } from '../html/print-page.ts';
import { VisuallyHidden } from '../ui/index.ts';
import { canBeLog } from './axes.ts';
import { type ChartAction, ChartFrame, type ChartFrameProps } from './ChartFrame.tsx';
import { ChartPlot, GestureHint } from './ChartPlot.tsx';
import { timeExtent } from './drawing/bars.ts';
import { columnsOf } from './drawing/lines.ts';
import { DataTable } from './export/DataTable.tsx';
import { markTexts } from './export/data-table.ts';
import { openingWindow } from './opening-window.ts';
import {
  type Crosshair,
  createReading,
  describeReadOut,
  type Reading,
  readOut,
  useCrosshair,
} from './reading/read-out.ts';
import { clampWindow, isWhole, zoomWindow } from './state.ts';
import { withLegibleColors } from './theme.ts';
import type { ChartContent, ChartState, Extent } from './types.ts';

type Framing = Omit<ChartFrameProps, 'titleId' | 'content' | 'printed' | 'window' | 'isLog' | 'children'>;

export type ChartViewProps = Framing & {
  content: ChartContent;
  /** The content in light colors. With it, paper has the chart as a picture of the width of a page. */
  printed?: ChartContent;
  state: ChartState;
  onState: (state: ChartState) => void;
  /** Shared with the other charts of the page. */
  crosshair?: Crosshair;
};

const daysPerYear = 365;

/** A chart that has values: read-out, drawing, labels, menus and, on demand, a table of its numbers. */
export function ChartView(props: ChartViewProps) {
  const {
    content: given,
    printed,
    state,
    onState,
    crosshair,
    actions: more = [],
    notes = [],
    ...framing
  } = props;
  const { theme, isBare = false } = framing;
  const titleId = useId();
  const [reading] = useState(createReading);
  const { window: chosen, hidden, hasTable = false, isLog = false, hasExcluded = false } = state;

  const content = useMemo(() => withLegibleColors(given, theme), [given, theme]);
  const drawn = useMemo(
    () => ({ ...withoutHidden(content, hidden), hidesExcluded: !hasExcluded }),
    [content, hidden, hasExcluded],
  );
  const shown = useMemo(() => columnsOf(drawn), [drawn]);
  const whole = useMemo(() => timeExtent(columnsOf(content)), [content]);
  const opening = useMemo(() => openingWindow(content, isLog), [content, isLog]);
  const window: Extent = useMemo(
    () => (chosen ? clampWindow(chosen, whole) : (opening ?? whole)),
    [chosen, opening, whole],
  );
  const showsAll = isWhole(window, whole);
  const onPaper = useMemo(() => printed && withoutHidden(printed, hidden), [printed, hidden]);
  useCrosshair(crosshair, reading, { time: content.time, shown, window });

  // The parts that a moving window does not concern render once, with these.
  const latest = useRef({ state, onState, window, whole, opening });
  latest.current = { state, onState, window, whole, opening };
  const controls = useMemo(() => {
    function change(part: Partial<ChartState>): void {
      const { state: before, onState: report } = latest.current;
      report({ ...before, ...part });
    }
    // A chart that opens on a part says so where all is shown.
    const reset = () => change({ window: latest.current.opening && latest.current.whole });
    const setWindow = (next: Extent) =>
      isWhole(next, latest.current.whole) ? reset() : change({ window: next });
    return {
      change,
      setWindow,
      reset,
      zoom(factor: number) {
        const { window: from, whole: within } = latest.current;
        const center = reading.$pointed.get()?.x ?? (from[0] + from[1]) / 2;
        setWindow(zoomWindow(from, within, center, factor));
      },
      openTable: () => change({ hasTable: true }),
      toggle(id: string) {
        const { hidden: before } = latest.current.state;
        change({ hidden: before.includes(id) ? before.filter((each) => each !== id) : [...before, id] });
      },
    };
  }, [reading]);
  const { change, setWindow, reset, zoom, toggle } = controls;

  const hasYears = content.time.kind === 'days' && whole[1] - whole[0] > daysPerYear;
  const actions: readonly ChartAction[] = [
    ...(canBeLog(content)
      ? [{ label: 'Log scale', isOn: isLog, onSelect: () => change({ isLog: isLog ? undefined : true }) }]
      : []),
    ...(hasYears
      ? [{ label: 'Last 12 months', onSelect: () => setWindow([whole[1] - daysPerYear, whole[1]]) }]
      : []),
    ...(opening
      ? [
          {
            label: 'Last 60 days',
            isDisabled: chosen === undefined,
            onSelect: () => change({ window: undefined }),
          },
        ]
      : []),
    ...(content.series.some(({ excluded }) => excluded && excluded.xs.length > 0)
      ? [
          {
            label: `${content.excludedMark?.label ?? 'Excluded'} values`,
            isOn: hasExcluded,
            onSelect: () => change({ hasExcluded: hasExcluded ? undefined : true }),
          },
        ]
      : []),
    { label: 'Table', isOn: hasTable, onSelect: () => change({ hasTable: hasTable ? undefined : true }) },
    { label: 'Zoom in', onSelect: () => zoom(0.5) },
    { label: 'Zoom out', isDisabled: showsAll, onSelect: () => zoom(2) },
    { label: 'Show all', isDisabled: showsAll, onSelect: reset },
    { label: 'Print', onSelect: () => void printPage() },
    ...more,
  ];
  return (
    <ChartFrame
      {...framing}
      titleId={titleId}
      content={drawn}
      printed={onPaper}
      window={window}
      isLog={isLog}
      actions={actions}
      notes={[...notes, ...markTexts(drawn), <GestureHint key="gestures" isHeld={false} />]}
    >
      <ChartPlot
        titleId={titleId}
        content={drawn}
        shown={shown}
        theme={theme}
        window={window}
        whole={whole}
        isLog={isLog}
        isOpening={opening !== undefined && chosen === undefined}
        reading={reading}
        controls={controls}
      />
      <ReadOutAnnouncer content={drawn} reading={reading} />
      {!isBare && hasTable && (
        <DataTable content={content} window={window} hidden={hidden} onToggle={toggle} />
      )}
    </ChartFrame>
  );
}

/** The content without the lines and bands that a visitor hides. */
function withoutHidden(content: ChartContent, hidden: readonly string[]): ChartContent {
  if (hidden.length === 0) return content;
  const isShown = ({ id }: { id: string }) => !hidden.includes(id);
  const { series, bands } = content;
  return { ...content, series: series.filter(isShown), ...(bands && { bands: bands.filter(isShown) }) };
}

/** Announces readings by keyboard; those by pointer change too often. */
function ReadOutAnnouncer({ content, reading }: { content: ChartContent; reading: Reading }) {
  const pointed = useStore(reading.$pointed);
  return (
    <div aria-live="polite">
      <VisuallyHidden>
        {pointed?.by === 'keys' ? describeReadOut(readOut(content, pointed.x)) : ''}
      </VisuallyHidden>
    </div>
  );
}
