import { BandSample, ExcludedSample, LineSample } from '../legend/LegendSamples.tsx';
import type { ChartSeries } from '../types.ts';
import styles from './ReadOutDock.module.css';
import type { ReadOut } from './read-out.ts';

type ReadOutDockProps = {
  /** Undefined of a chart without values. */
  read: ReadOut | undefined;
  /** Nothing is pointed at. */
  isLatest: boolean;
  /** The drawn series in their own colors. */
  colored: readonly ChartSeries[];
  hasFooter: boolean;
};

/**
 * The values at what is pointed at, and until then at the latest date. It lies beside the plot or beneath it, never over the
 * lines, and its size does not depend on what is read.
 */
export function ReadOutDock({ read, isLatest, colored, hasFooter }: ReadOutDockProps) {
  if (!read) return <div className={styles.dock} />;
  return (
    <div className={styles.dock}>
      <p className={styles.date}>
        {read.label}
        {isLatest && <small> latest</small>}
      </p>
      <ul className={styles.list}>
        {read.readings.map(({ series, value, remarks, hasValue, isExcluded, isNearest }, at) => {
          const shown = (isNearest && colored.find((each) => each.id === series.id)) || series;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of many series change with every move
            <li key={at} data-has-value={hasValue} data-nearest={isNearest || undefined}>
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
      {hasFooter && <p className={styles.footer}>{read.footer}</p>}
    </div>
  );
}
