import styles from './Chart.module.css';
import type { PlotArea } from './draw-frame.ts';
import { ExcludedSample, LineSample } from './Legend.tsx';
import type { ReadOut } from './read-out.ts';
import type { Extent } from './types.ts';

type ReadOutCardProps = {
  readOut: ReadOut;
  area: PlotArea;
  window: Extent;
  mark: string;
};

/** From so many lines on they stand in two columns. */
const twoColumnThreshold = 14;

/** A line at the day that is read, and beside it what every series has there. */
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
            <li key={series.id} data-there={hasValue}>
              {isExcluded ? <ExcludedSample color={series.color} /> : <LineSample series={series} />}
              <span className={styles.of}>{series.label}</span>
              <span className={styles.value}>
                {value}
                {marked && <small> {mark.toLowerCase()}</small>}
                {note !== undefined && !isExcluded && <small> {note}</small>}
              </span>
              {note !== undefined && isExcluded && <small className={styles.why}>{note}</small>}
            </li>
          ))}
        </ul>
        {readOut.meaning !== undefined && <p className={styles.meaning}>{readOut.meaning}</p>}
        {readOut.footer !== undefined && <p className={styles.footer}>{readOut.footer}</p>}
      </div>
    </>
  );
}
