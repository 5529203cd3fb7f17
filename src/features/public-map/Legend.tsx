import type { ReactNode } from 'react';
import type { FreshnessMark } from './freshness.ts';
import styles from './Legend.module.css';
import type { Swatch } from './layers.ts';

type SwatchProps = { shape: Swatch['shape'] | FreshnessMark['state']; color: string };
type Props = SwatchProps & { label: string; count?: number };

/** A list of `LegendEntry`. */
export function Legend({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** An entry of a legend: its mark, its label and how many sites have it. */
export function LegendEntry({ shape, color, label, count }: Props) {
  return (
    <li className={styles.entry}>
      <SwatchMark shape={shape} color={color} />
      <span className={styles.name}>{label}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </li>
  );
}

/** The mark of a legend entry, drawn in the color of the data. */
function SwatchMark({ shape, color }: SwatchProps) {
  return (
    <svg className={styles.swatch} viewBox="0 0 14 14" aria-hidden="true">
      {shape === 'circle' && (
        <circle cx="7" cy="7" r="5.5" fill={color} stroke="currentColor" strokeOpacity="0.35" />
      )}
      {shape === 'late' && <circle cx="7" cy="7" r="4" fill="#ffffff" stroke={color} strokeWidth="3" />}
      {shape === 'ended' && (
        <circle
          cx="7"
          cy="7"
          r="5.5"
          fill={color}
          fillOpacity="0.4"
          stroke="currentColor"
          strokeOpacity="0.35"
        />
      )}
      {shape === 'line' && <path d="M1 11 C5 2 9 12 13 3" fill="none" stroke={color} strokeWidth="2.5" />}
      {shape === 'square' && (
        <rect x="1.5" y="1.5" width="11" height="11" fill={color} fillOpacity="0.55" stroke={color} />
      )}
      {shape === 'text' && (
        <text x="7" y="11" textAnchor="middle" fontSize="11" fontWeight="650" fill="currentColor">
          A
        </text>
      )}
    </svg>
  );
}
