import styles from './Points.module.css';
import type { PointContent, PointShape } from './types.ts';

/** Around the middle, as large as Vega draws them. */
const paths: Readonly<Record<PointShape, string>> = {
  circle: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  diamond: 'M0 -6L5.5 0L0 6L-5.5 0Z',
  square: 'M-4 -4H4V4H-4Z',
  'triangle-up': 'M0 -5L5.5 4.5H-5.5Z',
};

/** The marks of a chart of points, and what they are. */
export function PointLegend({ content: { series, diagonal } }: { content: PointContent }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ id, label, shape, color, isHollow }) => (
        <li key={id}>
          <svg className={styles.sample} width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
            <path d={paths[shape]} fill={isHollow ? 'none' : color} stroke={color} strokeWidth="1.6" />
          </svg>
          {label}
        </li>
      ))}
      {diagonal !== undefined && (
        <li>
          <svg className={styles.sample} width="28" height="14" aria-hidden="true">
            <line className={styles.diagonal} x1="0" x2="28" y1="7" y2="7" />
          </svg>
          {diagonal}
        </li>
      )}
    </ul>
  );
}
