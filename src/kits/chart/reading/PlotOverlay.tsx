import { memo } from 'react';
import styles from '../Chart.module.css';
import type { Frame } from '../drawing/frame.ts';
import { type DrawnPlot, type PlotText, xPixel, yPixel } from '../drawing/layout.ts';
import { lineWidthOf } from '../drawing/lines.ts';
import { rulerOf } from '../drawing/ruler.ts';
import { dashOf, estimatedDash } from '../theme.ts';
import type { ChartContent, ChartSeries } from '../types.ts';
import { type Pointed, type ReadOut, valueAt } from './read-out.ts';

/** Of so many lines each can be followed without the others stepping back. */
const maxEqualLines = 4;
const highlightedWidth = 3;

type PlotOverlayProps = {
  content: ChartContent;
  frame: Frame;
  pointed: Pointed | undefined;
  read: ReadOut | undefined;
  /** The id of the series whose label is hovered or focused. */
  highlighted: string | undefined;
};

/**
 * What is written over and around a plot, and what follows the pointer: a vertical line, dots on the values, the ruler of the
 * day, and the highlighted line before the others, which step back behind a veil. An overlay, because Vega would lay out the
 * whole chart again with every move.
 */
export function PlotOverlay(props: PlotOverlayProps) {
  const { content, frame, pointed, read, highlighted } = props;
  const { series } = content;
  const isPointing = pointed?.by === 'pointer' && series.length > maxEqualLines;
  const nearest = read?.readings.find((each) => each.isNearest)?.series.id;
  const forward = series.some((each) => each.id === highlighted)
    ? highlighted
    : isPointing
      ? nearest
      : undefined;
  const { area } = frame.layout;
  return (
    <svg className={`cover full-width ${styles.overlay} full-height untouchable`} aria-hidden="true">
      <svg x={area.left} y={area.top} width={area.width} height={area.height} aria-hidden="true">
        {forward !== undefined && <Highlight series={series} forward={forward} frame={frame} />}
        {pointed && read && <Dots plot={frame.plot} read={read} />}
      </svg>
      <g transform={`translate(${area.left} ${area.top})`}>
        <Texts texts={frame.texts} />
        {read && <RulerMarks content={content} frame={frame} x={read.x} />}
      </g>
    </svg>
  );
}

const halo = {
  stroke: 'var(--color-surface)',
  strokeLinejoin: 'round',
  strokeWidth: 4,
  paintOrder: 'stroke',
} as const;

const Texts = memo(function Texts({ texts }: { texts: readonly PlotText[] }) {
  return texts.map(({ x, y, text, color, align, size, weight, hasHalo }) => (
    <text
      key={`${text} ${align}`}
      {...(hasHalo && halo)}
      x={x}
      y={y}
      fill={color}
      fontSize={size}
      fontWeight={weight}
      textAnchor={align === 'left' ? 'start' : 'end'}
      dominantBaseline="central"
    >
      {text}
    </text>
  ));
});

type RulerMarksProps = { content: ChartContent; frame: Frame; x: number };

const RulerMarks = memo(function RulerMarks({ content, frame, x }: RulerMarksProps) {
  const ruler = rulerOf(content, x, frame);
  if (!ruler) return null;
  return (
    <>
      {ruler.paths.map(({ d, fill }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: moving marks is faster than replacing them
        <path key={at} d={d} fill={fill} />
      ))}
      <Texts texts={ruler.texts} />
    </>
  );
});

type DotsProps = { plot: DrawnPlot; read: ReadOut };

/** The vertical line, and the values on it. */
function Dots({ plot, read: { x, readings } }: DotsProps) {
  const across = xPixel(plot, x);
  return (
    <>
      <line stroke="var(--color-ink-muted)" x1={across} x2={across} y1={0} y2={plot.area.height} />
      {readings.map(({ series, isNearest }, at) => {
        const value = valueAt(series, x);
        const down = value === undefined ? Number.NaN : yPixel(plot, series.side, value);
        if (!Number.isFinite(down)) return null;
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: moving dots is faster than replacing them
            key={at}
            stroke="var(--color-surface)"
            strokeWidth="1.5"
            cx={across}
            cy={down}
            r={isNearest ? 5 : 3.5}
            fill={series.color}
          />
        );
      })}
    </>
  );
}

type HighlightProps = { series: readonly ChartSeries[]; forward: string; frame: Frame };

/** The veil, and above it the leading lines and the highlighted line. */
const Highlight = memo(function Highlight({ series, forward, frame }: HighlightProps) {
  const line = series.find((each) => each.id === forward);
  if (!line || line.shape === 'bars') return null;
  const leading = series.filter((each) => each.emphasis === 'leading' && each !== line);
  const { area } = frame.layout;
  return (
    <>
      <rect fill="var(--color-surface)" fillOpacity="0.45" width={area.width} height={area.height} />
      {[...leading, line].map((each) => {
        const path = frame.lines.get(each.id);
        const width = each === line ? Math.max(highlightedWidth, lineWidthOf(each)) : lineWidthOf(each);
        return (
          <g key={each.id} fill="none" stroke={each.color} strokeLinejoin="round" strokeWidth={width}>
            <path d={path?.line} strokeDasharray={dashOf(each).join(' ') || undefined} />
            <path d={path?.estimates} strokeDasharray={estimatedDash.join(' ')} />
          </g>
        );
      })}
    </>
  );
});
