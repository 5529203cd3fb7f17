import { type KeyboardEvent, type PointerEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { formatUsDate, parseDay } from '#lib/calendar.ts';
import type { CsvCell } from '#lib/csv.ts';
import { formatMeasurement } from '#lib/format-number.ts';
import { Button, Notice, Spinner, VisuallyHidden } from '../../ui/index.ts';
import type { DataLink } from '../../ui/LinkToData.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Notify } from '../../ui/notify.ts';
import { useNearViewport } from '../../ui/use-near-viewport.ts';
import chartStyles from '../Chart.module.css';
import { ExportMenu, MoreMenu } from '../ChartMenus.tsx';
import { narrowWidth } from '../drawing/layout.ts';
import { ScrolledTable } from '../export/DataTable.tsx';
import { factLines } from '../export/data-table.ts';
import { PrintedChart, printedSize } from '../PrintedChart.tsx';
import type { ChartTheme } from '../theme.ts';
import { useWidth } from '../use-width.ts';
import type { PointPlace } from './PointPlot.tsx';
import styles from './Points.module.css';
import { toPointCsv, toPointTsv } from './point-csv.ts';
import { movedTo, nearestPoint, pointsInOrder, type ReadPoint } from './point-reading.ts';
import type { PointContent } from './types.ts';

const PointPlot = lazyPart(
  () => import('./PointPlot.tsx').then((module) => module.PointPlot),
  <div className={chartStyles.waiting}>
    <Spinner size={32} label="Drawing the chart" />
  </div>,
);

const heights = { wide: 420, narrow: 320 } as const;
/** An image is at least as wide as this, in pixels. */
const minImageWidth = 900;
const imageHeight = 600;

type PointChartProps = {
  content: PointContent;
  /** The content in light colors. With it, paper has the chart as a picture of the width of a page. */
  printed?: PointContent | undefined;
  theme: ChartTheme;
  notify: Notify;
  /** A file with the values of the chart. */
  link?: DataLink | undefined;
};

/** A chart of points of two values: drawing, read-out by pointer and keys, legend, downloads, and a table of its numbers. */
export function PointChart({ content, printed, theme, notify, link }: PointChartProps) {
  const titleId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const near = useNearViewport(frame);
  const width = useWidth(frame);
  const [place, setPlace] = useState<{ readonly of: PointPlace }>();
  const [read, setRead] = useState<ReadPoint>();
  const [hasTable, setHasTable] = useState(false);
  const [error, setError] = useState<string>();
  const points = useMemo(() => pointsInOrder(content), [content]);
  const isNarrow = width > 0 && width < narrowWidth;
  const height = isNarrow ? heights.narrow : heights.wide;
  const shown = read && points.find(({ point, series }) => isSame({ point, series }, read));
  const at = shown ? points.indexOf(shown) : undefined;

  const renderPrinted = useCallback(async () => {
    const { renderPointImage } = await import('../export/render-image.ts');
    return renderPointImage('svg', printed ?? content, { ...printedSize, theme: 'light' });
  }, [printed, content]);

  function onPointerMove({ clientX, clientY, currentTarget }: PointerEvent): void {
    if (!place) return;
    const box = currentTarget.getBoundingClientRect();
    const x = clientX - box.left - currentTarget.clientLeft;
    const y = clientY - box.top - currentTarget.clientTop;
    setRead(nearestPoint(points, { x, y }, place.of));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') setRead(undefined);
    const next = movedTo(event.key, at, points.length);
    if (next === undefined) return;
    event.preventDefault();
    setRead(points[next]);
  }

  return (
    <section className={chartStyles.chart} aria-labelledby={titleId}>
      <div className={chartStyles.head}>
        <div>
          <h2 id={titleId} className={chartStyles.title}>
            {content.title}
          </h2>
          {[content.subtitle ?? '', ...(content.notes ?? [])].filter(Boolean).map((note) => (
            <p key={note} className={chartStyles.subtitle}>
              {note}
            </p>
          ))}
        </div>
        <div className={chartStyles.menus}>
          <ExportMenu
            title={content.title}
            toTsv={() => toPointTsv(content)}
            toCsv={(facts) => toPointCsv(content, facts)}
            renderImage={async (kind, facts) => {
              const { renderPointImage } = await import('../export/render-image.ts');
              const size = { width: Math.max(width, minImageWidth), height: imageHeight };
              return renderPointImage(kind, content, { ...size, theme, facts });
            }}
            link={link}
            notify={notify}
          />
          <MoreMenu
            title={content.title}
            actions={[{ label: 'Table', isOn: hasTable, onSelect: () => setHasTable(!hasTable) }]}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a plot that is read with arrow keys */}
      <div
        ref={frame}
        className={styles.frame}
        data-narrow={isNarrow || undefined}
        role="group"
        aria-roledescription="chart"
        aria-labelledby={titleId}
        aria-describedby={`${titleId}-read`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
      >
        {error !== undefined && (
          <Notice severity="error" action={<Button onClick={() => setError(undefined)}>Try again</Button>}>
            {`An error has occurred: ${error}`}
          </Notice>
        )}
        {error === undefined && near && width > 0 && (
          <PointPlot
            content={content}
            theme={theme}
            width={width}
            height={height}
            onDrawn={(of) => setPlace({ of })}
            onError={setError}
          />
        )}
        {shown && place && <Ring {...place.of(shown.point.x, shown.point.y)} />}
      </div>
      <p className={styles.reading} id={`${titleId}-read`} role="status">
        {shown ? (
          `${shown.series.label}: ${shown.point.text}`
        ) : (
          <span className={styles.hint}>Point at a mark, or use the arrow keys, to read it.</span>
        )}
      </p>
      <VisuallyHidden>Marks: {content.series.map((each) => each.label).join(', ')}</VisuallyHidden>
      {hasTable && <PointTable content={content} />}
      {printed && <PrintedChart title={content.title} render={renderPrinted} />}
    </section>
  );
}

function isSame(one: ReadPoint, other: ReadPoint): boolean {
  return one.series.id === other.series.id && one.point.name === other.point.name;
}

/** Around the point that is read. */
function Ring({ x, y }: { x: number; y: number }) {
  return (
    <svg className={styles.overlay} aria-hidden="true">
      <circle className={styles.ring} cx={x} cy={y} r="9" />
    </svg>
  );
}

/** The numbers behind the points as a table, for those who cannot see the chart or want exact values. */
function PointTable({ content }: { content: PointContent }) {
  const { title, table } = content;
  return (
    <div>
      <ScrolledTable label={`Numbers of ${title}`}>
        <table>
          <caption>
            <span>{title}</span>
          </caption>
          <thead>
            <tr>
              {table.header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([first = '', ...cells]) => (
              <tr key={String(first)}>
                <th scope="row">{first}</th>
                {cells.map((cell, at) => (
                  <td key={table.header[at + 1]}>{formatCell(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
      {factLines(content, undefined).map((line) => (
        <p key={line} className={chartStyles.hint}>
          {line}
        </p>
      ))}
    </div>
  );
}

/** Days of a file are `2026-04-01`; the portal shows them as it shows all days. */
function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return formatMeasurement(cell);
  return cell !== null && parseDay(cell) !== undefined ? formatUsDate(cell) : (cell ?? '');
}
