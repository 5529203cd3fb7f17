import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { VisuallyHidden } from '../ui/index.ts';
import type { DataLink } from '../ui/LinkToData.tsx';
import type { Notify } from '../ui/notify.ts';
import styles from './Chart.module.css';
import { type ChartAction, ChartExport, MoreMenu } from './ChartMenus.tsx';
import { ChartPlot, graphHeight } from './ChartPlot.tsx';
import { columnsOf } from './drawing/bands.ts';
import { timeExtent } from './drawing/extent.ts';
import { canBeLog } from './drawing/log-scale.ts';
import { DataTable } from './export/DataTable.tsx';
import { markTexts } from './export/data-table.ts';
import { withLegibleColors } from './legible-colors.ts';
import { PrintedChart, printedSize } from './PrintedChart.tsx';
import { type Crosshair, useCrosshair } from './reading/crosshair.ts';
import { createReading, describeReadOut, type Reading, readOut } from './reading/read-out.ts';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, ChartState, Extent } from './types.ts';
import { clampWindow, isWhole, zoomWindow } from './window.ts';

export type ChartViewProps = {
  content: ChartContent;
  /** The content in light colors. With it, paper has the chart as a picture of the width of a page. */
  printed?: ChartContent;
  theme: ChartTheme;
  state: ChartState;
  onState: (state: ChartState) => void;
  notify: Notify;
  /** A file with the values of the chart, whatever its window and its hidden lines. */
  link?: DataLink | undefined;
  /** Offers the lines by which another site shows the chart. */
  onElsewhere?: (() => void) | undefined;
  /** What the page offers of the chart, at the end of its menu. */
  actions?: readonly ChartAction[];
  /** Stands beside the menus in place of the title, which is then only read by screen readers. */
  headline?: ReactNode;
  /** Of the drawing, in pixels, instead of the usual height. */
  height?: number;
  /** Shared with the other charts of the page. */
  crosshair?: Crosshair;
  /** The page has the title, the menus and the table. */
  isBare?: boolean;
};

/** An image is at least as wide as this, in pixels. */
const minImageWidth = 900;
const daysPerYear = 365;

/** A chart that has values: read-out, drawing, labels, menus and, on demand, a table of its numbers. */
export function ChartView(props: ChartViewProps) {
  const { content: given, printed, theme, state, onState, notify, link, onElsewhere } = props;
  const { actions = [], headline, height, crosshair, isBare = false } = props;
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [reading] = useState(createReading);
  const { window: chosen, hidden, hasTable = false, isLog = false } = state;

  const content = useMemo(() => withLegibleColors(given, theme), [given, theme]);
  const drawn = useMemo(() => withoutHidden(content, hidden), [content, hidden]);
  const shown = useMemo(() => columnsOf(drawn), [drawn]);
  const whole = useMemo(() => timeExtent(columnsOf(content)), [content]);
  const window: Extent = useMemo(() => (chosen ? clampWindow(chosen, whole) : whole), [chosen, whole]);
  const showsAll = isWhole(window, whole);
  useCrosshair(crosshair, reading, { time: content.time, shown, window });

  const renderPrinted = useCallback(async () => {
    const { renderImage } = await import('./export/render-image.ts');
    const onPaper = withoutHidden(printed ?? given, hidden);
    return renderImage('svg', onPaper, { ...printedSize, theme: 'light', window, isLog });
  }, [printed, given, hidden, window, isLog]);

  // The parts that a moving window does not concern render once, with these.
  const latest = useRef({ state, onState, window, whole });
  latest.current = { state, onState, window, whole };
  const change = useCallback((part: Partial<ChartState>) => {
    const { state: before, onState: report } = latest.current;
    report({ ...before, ...part });
  }, []);
  const setWindow = useCallback(
    (next: Extent) => change({ window: isWhole(next, latest.current.whole) ? undefined : next }),
    [change],
  );
  const reset = useCallback(() => change({ window: undefined }), [change]);
  const zoom = useCallback(
    (factor: number) => {
      const { window: from, whole: within } = latest.current;
      const center = reading.$pointed.get()?.x ?? (from[0] + from[1]) / 2;
      setWindow(zoomWindow(from, within, center, factor));
    },
    [setWindow, reading],
  );
  const openTable = useCallback(() => change({ hasTable: true }), [change]);
  const toggle = useCallback(
    (id: string) => {
      const { hidden: before } = latest.current.state;
      change({ hidden: before.includes(id) ? before.filter((each) => each !== id) : [...before, id] });
    },
    [change],
  );

  const hasYears = content.time.kind === 'days' && whole[1] - whole[0] > daysPerYear;
  const all: readonly ChartAction[] = [
    ...(canBeLog(content)
      ? [{ label: 'Log scale', isOn: isLog, onSelect: () => change({ isLog: isLog ? undefined : true }) }]
      : []),
    ...(hasYears
      ? [{ label: 'Last 12 months', onSelect: () => setWindow([whole[1] - daysPerYear, whole[1]]) }]
      : []),
    { label: 'Table', isOn: hasTable, onSelect: () => change({ hasTable: hasTable ? undefined : true }) },
    { label: 'Zoom in', onSelect: () => zoom(0.5) },
    { label: 'Zoom out', isDisabled: showsAll, onSelect: () => zoom(2) },
    { label: 'Show all', isDisabled: showsAll, onSelect: reset },
    { label: 'Print', onSelect: () => globalThis.print() },
    ...actions,
  ];
  const notes = [content.subtitle ?? '', ...(content.notes ?? [])].filter(Boolean);
  return (
    <section ref={section} className={styles.chart} aria-labelledby={titleId}>
      {isBare || headline !== undefined ? (
        <VisuallyHidden>
          <h2 id={titleId}>{content.title}</h2>
        </VisuallyHidden>
      ) : null}
      {!isBare && (
        <div className={styles.head}>
          {headline ?? (
            <div>
              <h2 id={titleId} className={styles.title}>
                {content.title}
              </h2>
              {notes.map((note) => (
                <p key={note} className={styles.subtitle}>
                  {note}
                </p>
              ))}
            </div>
          )}
          <div className={styles.menus}>
            <ChartExport
              content={drawn}
              window={window}
              isLog={isLog}
              theme={theme}
              size={{
                width: Math.max(section.current?.clientWidth ?? 0, minImageWidth),
                height: graphHeight,
              }}
              link={link}
              onElsewhere={onElsewhere}
              notify={notify}
            />
            <MoreMenu title={content.title} actions={all} />
          </div>
        </div>
      )}
      <ChartPlot
        titleId={titleId}
        content={drawn}
        shown={shown}
        theme={theme}
        window={window}
        whole={whole}
        isLog={isLog}
        isBare={isBare}
        height={height}
        reading={reading}
        onWindow={setWindow}
        onReset={reset}
        onZoom={zoom}
        onTable={openTable}
      />
      <ReadOutAnnouncer content={drawn} reading={reading} />
      {!isBare && (
        <>
          {[...(headline === undefined ? [] : notes), ...markTexts(drawn)].map((text) => (
            <p key={text} className={styles.hint}>
              {text}
            </p>
          ))}
          {hasTable && <DataTable content={content} window={window} hidden={hidden} onToggle={toggle} />}
        </>
      )}
      {printed && <PrintedChart title={content.title} render={renderPrinted} />}
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
