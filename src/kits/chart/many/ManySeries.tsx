import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useState,
} from 'react';
import { VisuallyHidden } from '../../ui/index.ts';
import { appendUnit, axisOf, formatValue, labelAt, sides, ticksOf } from '../axes.ts';
import { timeExtent } from '../drawing/bars.ts';
import { type DrawnPlot, xPixel } from '../drawing/layout.ts';
import { columnsOf, columnsOfLines, linePath } from '../drawing/lines.ts';
import { axisAt } from '../drawing/value-axis.ts';
import { positionAt } from '../reading/bisect.ts';
import type { ChartContent, ChartSeries, Extent, TimeAxis, ValueAxis } from '../types.ts';
import styles from './ManySeries.module.css';

const panel = { width: 240, height: 84 };
const days: TimeAxis = { kind: 'days' };
const weekDays = 7;
const paperColumns = 4;

/** More records than these are on more than one page of paper. */
const maxOnSheet = 16;

/** Many lines as one small drawing each, on common scales. All show their values of the day that is pointed at. */
export function SmallMultiples({ content }: { content: ChartContent }) {
  const plot = useMemo(() => commonPlot(content), [content]);
  const [day, setDay] = useState<number>();
  const shown = day ?? plot.x[1];
  const ranges = sides.flatMap((side) => {
    if (!content.series.some((each) => each.side === side)) return [];
    const axis = axisOf(content, side);
    const [low, high] = plot.axes[side].extent;
    return [`${axis.title} ${formatValue(axis, low)} to ${withUnit(axis, high)}`];
  });
  return (
    <DayReader
      label={`${content.title}, small multiples`}
      extent={plot.x}
      day={day}
      onDay={setDay}
      isLong={content.series.length > maxOnSheet}
    >
      <p className="row text-sm" data-gap="0 3">
        <strong>{labelAt(shown, days)}</strong>
        <span className="muted">
          All on one scale: {ranges.join('; ')}, {labelAt(plot.x[0], days)} to {labelAt(plot.x[1], days)}
        </span>
      </p>
      <ul
        className={`grid ${styles.panels}`}
        data-gap="3 4"
        data-fill
        style={
          {
            '--paper-columns': paperColumns,
            '--paper-rows': Math.ceil(content.series.length / paperColumns),
          } as CSSProperties
        }
      >
        {content.series.map((each) => {
          const at = positionAt(each, day ?? each.xs[each.xs.length - 1] ?? shown);
          const value = at === undefined ? undefined : each.ys[at];
          return (
            <li key={each.id} className={styles.panel}>
              <p className="row text-sm" data-nowrap data-spread data-gap={2}>
                <span className="ellipsis" title={each.label}>
                  {each.label}
                </span>
                <b className="nowrap strong">
                  {value === undefined ? '–' : withUnit(axisOf(content, each.side), value)}
                </b>
              </p>
              <div className={styles.plot}>
                <Panel series={each} plot={plot} count={content.series.length} />
                {day !== undefined && <i style={{ insetInlineStart: share(day, plot.x) }} />}
              </div>
            </li>
          );
        })}
      </ul>
    </DayReader>
  );
}

/** The scales of all panels: those of the left and of the right axis. */
export function commonPlot(content: ChartContent): DrawnPlot {
  const x = timeExtent(columnsOf(content));
  const axisOn = (side: ChartSeries['side']) => axisAt(content, content.series, { side, window: x });
  return { area: { left: 0, top: 0, ...panel }, x, axes: { left: axisOn('left'), right: axisOn('right') } };
}

type PanelProps = { series: ChartSeries; plot: DrawnPlot; count: number };

const lineProps = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

/** Does not follow the pointer, so that a hundred of them are drawn once. */
const Panel = memo(function Panel({ series, plot, count }: PanelProps) {
  const path = linePath(series, plot, columnsOfLines(count, panel.width));
  return (
    <svg viewBox={`0 0 ${panel.width} ${panel.height}`} preserveAspectRatio="none" aria-hidden="true">
      {ticksOf(plot.x, days, panel.width * 2).map((x) => (
        <path key={x} d={`M${xPixel(plot, x)} 0V${panel.height}`} stroke="var(--color-line)" {...lineProps} />
      ))}
      <path d={path.line + path.estimates} stroke={series.color} strokeWidth="1.5" {...lineProps} />
      <path d={path.dots} fill={series.color} />
    </svg>
  );
});

/** How the days of a record compare with other years: a class from 1 to 5 a day from `start` on, `-` where there is none. */
export type ClassRow = {
  readonly id: string;
  readonly label: string;
  readonly start: number;
  readonly classes: string;
};

type ClassRowsProps = { title: string; rows: readonly ClassRow[]; names: readonly string[]; note: string };

/** A row of colors for each record, one color a day, as many days as there are pixels for. `names` are those of the classes. */
export function ClassRows({ title, rows, names, note }: ClassRowsProps) {
  const extent = useMemo(() => extentOfRows(rows), [rows]);
  const [day, setDay] = useState<number>();
  const [row, setRow] = useState(0);
  const pointed = rows[row];
  const shown = day ?? extent[1];
  const name = pointed && names[Number(pointed.classes[shown - pointed.start]) - 1];
  return (
    <DayReader
      label={title}
      extent={extent}
      day={day}
      onDay={setDay}
      isLong={rows.length > maxOnSheet}
      onRow={(step) => setRow(Math.min(rows.length - 1, Math.max(0, row + step)))}
    >
      <p className="row text-sm" data-gap="0 3">
        <strong>{labelAt(shown, days)}</strong>
        {pointed && (
          <span className="muted">
            {pointed.label}: {name ?? 'no value, or no normal'}
          </span>
        )}
      </p>
      <ul className={`quiet row ${styles.key}`} data-gap="0 3">
        {names.map((each, at) => (
          <li key={each}>
            <i style={{ background: `var(--pct-${at + 1})` }} /> {each}
          </li>
        ))}
      </ul>
      <ul className={`text-sm ${styles.rows} packed`}>
        {rows.map((each, at) => (
          <li key={each.id} onPointerMove={() => setRow(at)} data-pointed={at === row || undefined}>
            <span className="ellipsis" title={each.label}>
              {each.label}
            </span>
            <div className={styles.plot}>
              <ClassStrip row={each} extent={extent} />
              {day !== undefined && <i style={{ insetInlineStart: share(day + 0.5, extent) }} />}
            </div>
          </li>
        ))}
        <li className={styles.ticks} aria-hidden="true">
          <span />
          <div className="muted">
            {ticksOf(extent, days, 700).map((x) => (
              <span key={x} style={{ insetInlineStart: share(x, extent) }}>
                {labelAt(x, days)}
              </span>
            ))}
          </div>
        </li>
      </ul>
      <p className="quiet">{note}</p>
    </DayReader>
  );
}

function extentOfRows(rows: readonly ClassRow[]): Extent {
  const [from, to] = [
    Math.min(...rows.map(({ start }) => start)),
    Math.max(...rows.map(({ start, classes }) => start + classes.length - 1)),
  ];
  return from < to ? [from, to] : [from, from + 1];
}

/** More columns than a wide screen has pixels would not be seen. */
const maxColumns = 900;

const ClassStrip = memo(function ClassStrip({ row, extent }: { row: ClassRow; extent: Extent }) {
  const { columns, paths } = useMemo(() => classPaths(row, extent), [row, extent]);
  return (
    <svg viewBox={`0 0 ${columns} 1`} preserveAspectRatio="none" aria-hidden="true">
      {paths.map((d, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the class
        <path key={at} d={d} style={{ fill: `var(--pct-${at + 1})` }} shapeRendering="crispEdges" />
      ))}
    </svg>
  );
});

/**
 * The cells of each class as a path. A cell that stands for several days has their middle class, counted from normal to
 * both sides where two are in the middle; it is left out where most of its days have none.
 */
export function classPaths({ start, classes }: ClassRow, [from, to]: Extent) {
  const length = to - from + 1;
  const columns = Math.min(length, maxColumns);
  const paths = ['', '', '', '', ''];
  let run: { at: number; name: number | undefined } = { at: 0, name: undefined };
  const endRun = (at: number) => {
    if (run.name !== undefined) paths[run.name - 1] += `M${run.at} 0H${at}V1H${run.at}Z`;
  };
  for (let at = 0; at < columns; at += 1) {
    const first = from + Math.floor((at * length) / columns) - start;
    const last = from + Math.floor(((at + 1) * length) / columns) - start;
    const name = middleClass(classes.slice(Math.max(0, first), Math.max(0, last)), last - first);
    if (name === run.name) continue;
    endRun(at);
    run = { at, name };
  }
  endRun(columns);
  return { columns, paths };
}

function middleClass(text: string, dayCount: number): number | undefined {
  const known = [...text].filter((each) => each !== '-').map(Number);
  if (known.length * 2 < dayCount) return undefined;
  known.sort((one, other) => one - other);
  const [low = 3, high = 3] = [known[(known.length - 1) >> 1], known[known.length >> 1]];
  return Math.abs(low - 3) > Math.abs(high - 3) ? low : high;
}

type DayReaderProps = {
  label: string;
  extent: Extent;
  day: number | undefined;
  onDay: (day: number | undefined) => void;
  isLong: boolean;
  onRow?: (step: 1 | -1) => void;
  children: ReactNode;
};

/** Follows the pointer over any plot in it, and the arrow keys: a day, with Shift a week; up and down a row. */
function DayReader({ label, extent: [from, to], day, onDay, isLong, onRow, children }: DayReaderProps) {
  const [byKeys, setByKeys] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.target !== event.currentTarget) return;
    const isRow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (isRow && !onRow) return;
    event.preventDefault();
    setByKeys(true);
    if (isRow) onRow?.(step < 0 ? -1 : 1);
    else onDay(Math.min(to, Math.max(from, (day ?? to) + step * (event.shiftKey ? weekDays : 1))));
  };
  const onPointer = (event: PointerEvent) => {
    const plot = event.target instanceof Element ? event.target.closest(`.${styles.plot}`) : null;
    if (!plot) return;
    const { left, width } = plot.getBoundingClientRect();
    setByKeys(false);
    onDay(Math.round(from + Math.min(1, Math.max(0, (event.clientX - left) / width)) * (to - from)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no reading
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it
      tabIndex={0}
      aria-label={`${label}. Arrow keys read it by the day.`}
      className={`stack ${styles.many}`}
      data-gap={3}
      data-drawn
      data-long={isLong || undefined}
      onKeyDown={onKeyDown}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onDay(undefined)}
    >
      {children}
      <div aria-live="polite">
        {byKeys && day !== undefined && <VisuallyHidden>{labelAt(day, days)}</VisuallyHidden>}
      </div>
    </div>
  );
}

function withUnit(axis: ValueAxis, value: number): string {
  return appendUnit(formatValue(axis, value), axis.unit);
}

function share(x: number, [from, to]: Extent): string {
  return `${((x - from) / (to - from)) * 100}%`;
}
