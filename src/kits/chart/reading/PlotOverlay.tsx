import { memo } from 'react';
import { lineWidthOf } from '../drawing/emphasis.ts';
import { type DrawnPlot, xPixel, yPixel } from '../drawing/plot-scale.ts';
import { dashOf, estimatedDash } from '../theme.ts';
import type { ChartSeries } from '../types.ts';
import { type Drawing, type DrawnEnd, highlightPath } from './highlight-path.ts';
import { valueAt } from './nearest-series.ts';
import styles from './PlotOverlay.module.css';
import type { ReadOut } from './read-out.ts';
import type { Pointed } from './reading.ts';

/** Of so many lines each can be followed without the others stepping back. */
const maxEqualLines = 4;
const highlightedWidth = 3;

type PlotOverlayProps = {
  /** Its series in their own colors. */
  colored: readonly ChartSeries[];
  drawing: Drawing;
  pointed: Pointed | undefined;
  read: ReadOut | undefined;
  /** The id of the series that is hovered in a legend. */
  highlighted: string | undefined;
};

/**
 * What follows the pointer over a plot: a vertical line, dots on the values, and the highlighted line before the others,
 * which step back behind a veil. An overlay, because Vega would lay out the whole chart again with every move.
 */
export function PlotOverlay({ colored, drawing, pointed, read, highlighted }: PlotOverlayProps) {
  const isPointing = pointed?.by === 'pointer' && colored.length > maxEqualLines;
  const nearest = read?.readings.find((each) => each.isNearest)?.series.id;
  const forward = colored.some((each) => each.id === highlighted)
    ? highlighted
    : isPointing
      ? nearest
      : undefined;
  const { plot, ends } = drawing;
  const { area } = plot;
  return (
    <svg className={styles.overlay} aria-hidden="true">
      <svg x={area.left} y={area.top} width={area.width} height={area.height} aria-hidden="true">
        {forward !== undefined && <Highlight colored={colored} forward={forward} plot={plot} ends={ends} />}
        {pointed && read && <Dots colored={colored} plot={plot} read={read} />}
      </svg>
    </svg>
  );
}

type DotsProps = { colored: readonly ChartSeries[]; plot: DrawnPlot; read: ReadOut };

/** The vertical line, and the values on it. */
function Dots({ colored, plot, read: { x, readings } }: DotsProps) {
  const across = xPixel(plot, x);
  return (
    <>
      <line className={styles.rule} x1={across} x2={across} y1={0} y2={plot.area.height} />
      {readings.map(({ series, isNearest }, at) => {
        const value = valueAt(series, x);
        const down = value === undefined ? Number.NaN : yPixel(plot, series.side, value);
        if (!Number.isFinite(down)) return null;
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: moving dots is faster than replacing them
            key={at}
            className={styles.dot}
            cx={across}
            cy={down}
            r={isNearest ? 5 : 3.5}
            fill={isNearest ? colorOf(colored, series) : series.color}
          />
        );
      })}
    </>
  );
}

type HighlightProps = {
  colored: readonly ChartSeries[];
  forward: string;
  plot: DrawnPlot;
  ends: readonly DrawnEnd[];
};

/** The veil, and above it the leading lines with their labels and the highlighted line. */
const Highlight = memo(function Highlight({ colored, forward, plot, ends }: HighlightProps) {
  const line = colored.find((each) => each.id === forward);
  if (!line || line.shape === 'bars') return null;
  const leading = colored.filter((each) => each.emphasis === 'leading' && each !== line);
  return (
    <>
      <rect className={styles.veil} width={plot.area.width} height={plot.area.height} />
      {leading.map((each) => (
        <Line key={each.id} series={each} plot={plot} width={lineWidthOf(each)} />
      ))}
      <Line series={line} plot={plot} width={Math.max(highlightedWidth, lineWidthOf(line))} />
      {ends.map((each) => (
        <End key={each.id} end={each} color={colored.find(({ id }) => id === each.id)?.color} />
      ))}
    </>
  );
});

function Line({ series, plot, width }: { series: ChartSeries; plot: DrawnPlot; width: number }) {
  const { line, estimates } = highlightPath(plot, series);
  return (
    <g className={styles.line} stroke={series.color} strokeWidth={width}>
      <path d={line} strokeDasharray={dashOf(series).join(' ') || undefined} />
      {estimates !== '' && <path d={estimates} strokeDasharray={estimatedDash.join(' ')} />}
    </g>
  );
}

function End({ end: { text, anchor, dot, label }, color }: { end: DrawnEnd; color: string | undefined }) {
  return (
    <g fill={color}>
      <circle className={styles.dot} cx={dot.x} cy={dot.y} r="5" />
      <text className={styles.endLabel} x={label.x} y={label.y} textAnchor={anchor}>
        {text}
      </text>
    </g>
  );
}

function colorOf(colored: readonly ChartSeries[], { id, color }: ChartSeries): string {
  return colored.find((each) => each.id === id)?.color ?? color;
}
