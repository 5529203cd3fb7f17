import { type SyntheticEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { DataLink } from '../ui/LinkToData.tsx';
import type { Notify } from '../ui/notify.ts';
import styles from './Chart.module.css';
import { ChartPlot, graphHeight } from './ChartPlot.tsx';
import { ChartTools } from './ChartTools.tsx';
import { columnsOf } from './drawing/bands.ts';
import { withGrayContext } from './drawing/context-color.ts';
import { timeExtent } from './drawing/extent.ts';
import { DataTable } from './export/DataTable.tsx';
import { Legend } from './legend/Legend.tsx';
import { LegendTable } from './legend/LegendTable.tsx';
import { withLegibleColors } from './legible-colors.ts';
import { PrintedChart, printedSize } from './PrintedChart.tsx';
import { type Crosshair, useCrosshair } from './reading/crosshair.ts';
import { ReadOutAnnouncer } from './reading/ReadOutAnnouncer.tsx';
import { createReading } from './reading/reading.ts';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, ChartState, Extent, LegendSort } from './types.ts';
import { clampWindow, isWhole, zoomWindow } from './window.ts';

export type ChartViewProps = {
  content: ChartContent;
  /** The content in light colors. With it, paper has the chart as a picture of the width of a page. */
  printed?: ChartContent;
  theme: ChartTheme;
  state: ChartState;
  onState: (state: ChartState) => void;
  notify: Notify;
  /** Describes when an export was made, for the CSV. */
  describeExportTime: (now: Date) => string;
  /** A file with the values of the chart, whatever its window and its hidden lines. */
  link?: DataLink | undefined;
  /** Shared with the other charts of the page. */
  crosshair?: Crosshair;
};

/** An image is at least as wide as this, in pixels. */
const minImageWidth = 900;

/** A chart that has values: drawing, read-out, zoom, legend, downloads and a table of its numbers. */
export function ChartView(props: ChartViewProps) {
  const { content: given, printed, theme, state, onState } = props;
  const { notify, describeExportTime, link, crosshair } = props;
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [reading] = useState(createReading);
  const { window: chosen, hidden, legend, isLog = false } = state;

  /** With each line's own color, which a highlighted line and images have. */
  const content = useMemo(() => withLegibleColors(given, theme), [given, theme]);
  const grayed = useMemo(() => withLegibleColors(withGrayContext(given, theme), theme), [given, theme]);
  const exported = useMemo(() => withoutHidden(content, hidden), [content, hidden]);
  const drawn = useMemo(() => withoutHidden(grayed, hidden), [grayed, hidden]);
  const shown = useMemo(() => columnsOf(drawn), [drawn]);
  const whole = useMemo(() => timeExtent(columnsOf(content)), [content]);
  const window: Extent = useMemo(() => (chosen ? clampWindow(chosen, whole) : whole), [chosen, whole]);
  const showsAll = isWhole(window, whole);
  useCrosshair(crosshair, reading, { time: content.time, shown, window });

  const renderPrinted = useCallback(async () => {
    const { renderImage } = await import('./export/export-image.ts');
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
  const sortLegend = useCallback((sort: LegendSort | undefined) => change({ legend: sort }), [change]);
  const toggle = useCallback(
    (id: string) => {
      const { hidden: before } = latest.current.state;
      change({ hidden: before.includes(id) ? before.filter((each) => each !== id) : [...before, id] });
    },
    [change],
  );

  /** Brings the line of a hovered or focused legend row forward. */
  const highlight = (event: SyntheticEvent) => {
    const { target } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-series]') : null;
    reading.$highlighted.set(row?.dataset.series);
  };
  const endHighlight = () => reading.$highlighted.set(undefined);

  return (
    <section ref={section} className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId} className={styles.title}>
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
          content={exported}
          window={window}
          whole={showsAll}
          isLog={isLog}
          theme={theme}
          size={{ width: Math.max(section.current?.clientWidth ?? 0, minImageWidth), height: graphHeight }}
          describeExportTime={describeExportTime}
          link={link}
          notify={notify}
          onZoom={zoom}
          onReset={reset}
          onLog={() => change({ isLog: isLog ? undefined : true })}
        />
      </div>
      <ChartPlot
        titleId={titleId}
        content={drawn}
        colored={exported.series}
        shown={shown}
        theme={theme}
        window={window}
        whole={whole}
        isLog={isLog}
        reading={reading}
        onWindow={setWindow}
        onReset={reset}
        onZoom={zoom}
      />
      <ReadOutAnnouncer content={drawn} reading={reading} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons are what is hovered and focused */}
      <div
        className={styles.legends}
        onPointerOver={(event) => event.pointerType === 'mouse' && highlight(event)}
        onPointerLeave={endHighlight}
        onFocus={(event) => event.target.matches(':focus-visible') && highlight(event)}
        onBlur={endHighlight}
      >
        <Legend content={grayed} hidden={hidden} onToggle={toggle} />
        <LegendTable
          content={content}
          window={window}
          hidden={hidden}
          onToggle={toggle}
          sort={legend}
          onSort={sortLegend}
        />
      </div>
      <DataTable content={exported} window={window} />
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
