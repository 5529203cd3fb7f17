import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { lineWidthOf } from './emphasis.ts';
import { highlightPath } from './highlight-path.ts';
import { selectReadings, valueAt } from './nearest-series.ts';
import styles from './PlotOverlay.module.css';
import { type DrawnPlot, xPixel, yPixel } from './plot-scale.ts';
import type { Reading } from './reading.ts';
import { dashOf, estimatedDash } from './theme.ts';
import type { ChartContent, ChartSeries } from './types.ts';

/** Of so many lines each can be followed without the others stepping back. */
const maxEqualLines = 4;
const highlightedWidth = 3;

type PlotOverlayProps = {
  /** What is drawn. */
  content: ChartContent;
  /** Its series in their own colors. */
  colored: readonly ChartSeries[];
  plot: DrawnPlot;
  reading: Reading;
};

/**
 * What follows the pointer over a plot: a vertical line, dots on the values, and the highlighted line before the others,
 * which step back behind a veil. An overlay, because Vega would lay out the whole chart again with every move.
 */
export function PlotOverlay({ content, colored, plot, reading }: PlotOverlayProps) {
  const pointed = useStore(reading.$pointed);
  const legendId = useStore(reading.$highlighted);
  const { series } = content;
  const highlighted = series.some((each) => each.id === legendId) ? legendId : undefined;
  const pixelOf = (each: ChartSeries, value: number) => yPixel(plot, each.side, value);
  const y = pointed?.by === 'pointer' ? pointed.y : undefined;
  const selected = pointed && selectReadings(series, pointed.x, { pixelOf, y, highlighted });
  const isPointing = y !== undefined && series.length > maxEqualLines;
  const forward = highlighted ?? (isPointing ? selected?.nearest : undefined);
  const { area } = plot;
  const across = pointed && xPixel(plot, pointed.x);
  return (
    <svg className={styles.overlay} aria-hidden="true">
      <svg x={area.left} y={area.top} width={area.width} height={area.height} aria-hidden="true">
        {forward !== undefined && <Highlight colored={colored} forward={forward} plot={plot} />}
        {across !== undefined && (
          <line className={styles.rule} x1={across} x2={across} y1={0} y2={area.height} />
        )}
        {pointed &&
          selected?.listed.map((each) => {
            const value = valueAt(each, pointed.x);
            if (value === undefined || !Number.isFinite(pixelOf(each, value))) return null;
            const isNearest = each.id === selected.nearest;
            return (
              <circle
                key={each.id}
                className={styles.dot}
                cx={across}
                cy={pixelOf(each, value)}
                r={isNearest ? 5 : 3.5}
                fill={colorOf(colored, each)}
              />
            );
          })}
      </svg>
    </svg>
  );
}

type HighlightProps = { colored: readonly ChartSeries[]; forward: string; plot: DrawnPlot };

/** The veil, and above it the leading lines and the highlighted one. */
const Highlight = memo(function Highlight({ colored, forward, plot }: HighlightProps) {
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

function colorOf(colored: readonly ChartSeries[], { id, color }: ChartSeries): string {
  return colored.find((each) => each.id === id)?.color ?? color;
}
