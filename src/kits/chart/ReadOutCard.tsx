import type { PlotArea } from './draw-frame.ts';
import { BandSample, ExcludedSample, LineSample } from './Legend.tsx';
import styles from './ReadOutCard.module.css';
import type { ReadOut } from './read-out.ts';
import type { Extent } from './types.ts';

type ReadOutCardProps = {
  readOut: ReadOut;
  area: PlotArea;
  window: Extent;
  mark: string;
};

/** The number of readings from which the card has two columns. */
const twoColumnThreshold = 14;

/** A vertical line at the x that is read, and a card with the value of each series. */
export function ReadOutCard({ readOut, area, window: [from, to], mark }: ReadOutCardProps) {
  const share = (readOut.x - from) / (to - from);
  const x = area.left + share * area.width;
  return (
    <>
      <svg className={styles.rule} aria-hidden="true">
        <line x1={x} x2={x} y1={area.top} y2={area.top + area.height} />
      </svg>
      <div className={styles.card} data-side={share > 0.5 ? 'left' : 'right'} aria-hidden="true">
        <p className={styles.date}>{readOut.label}</p>
        <ul data-columns={readOut.readings.length > twoColumnThreshold ? 2 : 1}>
          {readOut.readings.map(({ series, value, marked, note, hasValue, isExcluded }) => (
            <li key={series.id} data-has-value={hasValue}>
              {isExcluded ? <ExcludedSample color={series.color} /> : <LineSample series={series} />}
              <span className={styles.of}>{series.label}</span>
              <span className={styles.value}>
                {value}
                {marked && <small> {mark.toLowerCase()}</small>}
                {note !== undefined && !isExcluded && (
                  <small>
                    {marked ? ', ' : ' '}
                    {note}
                  </small>
                )}
              </span>
              {note !== undefined && isExcluded && <small className={styles.why}>{note}</small>}
            </li>
          ))}
          {readOut.ranges.map(({ band, value, hasValue }) => (
            <li key={band.id} data-has-value={hasValue}>
              <BandSample color={band.color} />
              <span className={styles.of}>{band.label}</span>
              <span className={styles.value}>{value}</span>
            </li>
          ))}
        </ul>
        {readOut.meaning !== undefined && <p className={styles.meaning}>{readOut.meaning}</p>}
        {readOut.footer !== undefined && <p className={styles.footer}>{readOut.footer}</p>}
      </div>
    </>
  );
}
