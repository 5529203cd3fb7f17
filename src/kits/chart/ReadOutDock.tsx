import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { BandSample, ExcludedSample, LineSample } from './LegendSamples.tsx';
import type { DrawnPlot } from './plot-scale.ts';
import { yPixel } from './plot-scale.ts';
import styles from './ReadOutDock.module.css';
import { latestX, readOut } from './read-out.ts';
import type { Reading } from './reading.ts';
import type { ChartContent, ChartSeries, Extent } from './types.ts';

type ReadOutDockProps = {
  /** What is drawn. */
  content: ChartContent;
  /** Its series in their own colors. */
  colored: readonly ChartSeries[];
  /** Undefined until the chart is drawn. */
  plot: DrawnPlot | undefined;
  window: Extent;
  reading: Reading;
};

/**
 * The values at what is pointed at, and until then at the latest date. It lies beside the plot or beneath it, never over the
 * lines, and its size does not depend on what is read.
 */
export function ReadOutDock({ content, colored, plot, window, reading }: ReadOutDockProps) {
  const pointed = useStore(reading.$pointed);
  const highlighted = useStore(reading.$highlighted);
  const latest = useMemo(() => latestX(content, window), [content, window]);
  const x = pointed?.x ?? latest;
  const y = pointed?.by === 'pointer' ? pointed.y : undefined;
  const read = useMemo(() => {
    if (x === undefined) return undefined;
    const pixelOf = (series: ChartSeries, value: number) =>
      plot ? yPixel(plot, series.side, value) : -value;
    return readOut(content, x, { pixelOf, y, highlighted });
  }, [content, plot, x, y, highlighted]);
  if (!read) return <div className={styles.dock} />;
  return (
    <div className={styles.dock}>
      <p className={styles.date}>
        {read.label}
        {!pointed && <small> latest</small>}
      </p>
      <ul className={styles.list}>
        {read.readings.map(({ series, value, remarks, hasValue, isExcluded, isNearest }) => {
          const shown = (isNearest && colored.find((each) => each.id === series.id)) || series;
          return (
            <li key={series.id} data-has-value={hasValue} data-nearest={isNearest || undefined}>
              {isExcluded ? <ExcludedSample color={shown.color} /> : <LineSample series={shown} />}
              <span className={styles.name} title={series.label}>
                {series.label}
              </span>
              <span className={styles.value}>{value}</span>
              {remarks.length > 0 && (
                <small className={styles.remarks} title={remarks.join(', ')}>
                  {remarks.join(', ')}
                </small>
              )}
            </li>
          );
        })}
      </ul>
      {read.more > 0 && <p className={styles.more}>+{read.more} more</p>}
      {read.ranges.length > 0 && (
        <ul className={styles.list}>
          {read.ranges.map(({ band, value, hasValue }) => (
            <li key={band.id} data-has-value={hasValue}>
              <BandSample color={band.color} />
              <span className={styles.name}>{band.label}</span>
              <span className={styles.value}>{value}</span>
            </li>
          ))}
        </ul>
      )}
      {content.footer && <p className={styles.footer}>{read.footer}</p>}
    </div>
  );
}
