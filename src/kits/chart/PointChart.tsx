import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { VisuallyHidden } from '../ui/index.ts';
import { useNearViewport } from '../ui/print/printing.ts';
import { useWidth } from '../ui/screen-parts.tsx';
import styles from './Chart.module.css';
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx';
import { narrowWidth } from './drawing/layout.ts';
import type { PointPlace } from './drawing/VegaPlot.tsx';
import { PointTable } from './export/DataTable.tsx';
import { ChartError, PointPlot } from './plots.tsx';
import type { ChartPoint, ChartPoints, PointContent } from './types.ts';

const wideHeight = 420;
const narrowHeight = 320;

type PointChartProps = Pick<ChartFrameProps, 'printed' | 'theme' | 'link' | 'headline'> & {
  content: PointContent;
};

/** A chart of points of two values: drawing, read-out by pointer and keys, legend, downloads, and a table of its numbers. */
export function PointChart(props: PointChartProps) {
  const { content, theme } = props;
  const titleId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const near = useNearViewport(frame);
  const width = useWidth(frame);
  const [place, setPlace] = useState<{ readonly of: PointPlace }>();
  const [read, setRead] = useState<ReadPoint>();
  const [hasTable, setHasTable] = useState(false);
  const [error, setError] = useState<string>();
  const points = useMemo(() => pointsInOrder(content), [content]);
  const height = width > 0 && width < narrowWidth ? narrowHeight : wideHeight;
  const shown =
    read &&
    points.find(({ point, series }) => series.id === read.series.id && point.name === read.point.name);
  const at = shown ? points.indexOf(shown) : undefined;

  const ring = shown && place?.of(shown.point.x, shown.point.y);

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
    <ChartFrame
      {...props}
      titleId={titleId}
      actions={[{ label: 'Table', isOn: hasTable, onSelect: () => setHasTable(!hasTable) }]}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a plot that is read with arrow keys */}
      <div
        ref={frame}
        className={`relative surface clip ${styles.points}`}
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
        {error !== undefined && <ChartError message={error} retry={() => setError(undefined)} />}
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
        {ring && (
          <svg className={`cover full-width ${styles.overlay} full-height untouchable`} aria-hidden="true">
            <circle fill="none" stroke="var(--color-ink)" strokeWidth="2" cx={ring.x} cy={ring.y} r="9" />
          </svg>
        )}
      </div>
      <p className={`text-sm ${styles.reading}`} id={`${titleId}-read`} role="status">
        {shown ? (
          `${shown.series.label}: ${shown.point.text}`
        ) : (
          <span className="muted">Point at a mark, or use the arrow keys, to read it.</span>
        )}
      </p>
      <VisuallyHidden>Marks: {content.series.map((each) => each.label).join(', ')}</VisuallyHidden>
      {hasTable && <PointTable content={content} />}
    </ChartFrame>
  );
}

/** A point and its series. */
type ReadPoint = { readonly point: ChartPoint; readonly series: ChartPoints };

/** All points from left to right, as the arrow keys read them. */
export function pointsInOrder({ series }: PointContent): readonly ReadPoint[] {
  return series
    .flatMap((each) => each.points.map((point) => ({ point, series: each })))
    .toSorted((one, other) => one.point.x - other.point.x);
}

/** Farther from every point than this, in pixels, nothing is read. */
const reach = 40;

/** The point that is nearest to a place, by where `placeOf` draws each. */
export function nearestPoint(
  points: readonly ReadPoint[],
  place: { readonly x: number; readonly y: number },
  placeOf: (x: number, y: number) => { readonly x: number; readonly y: number },
): ReadPoint | undefined {
  const distances = points.map(({ point }) => {
    const { x, y } = placeOf(point.x, point.y);
    return Math.hypot(x - place.x, y - place.y);
  });
  const shortest = Math.min(...distances);
  return shortest < reach ? points[distances.indexOf(shortest)] : undefined;
}

/** The position that a key moves to among `count` points; undefined for other keys. */
export function movedTo(key: string, at: number | undefined, count: number): number | undefined {
  const last = count - 1;
  return {
    ArrowRight: at === undefined ? 0 : Math.min(last, at + 1),
    ArrowLeft: at === undefined ? last : Math.max(0, at - 1),
    Home: 0,
    End: last,
  }[key];
}
