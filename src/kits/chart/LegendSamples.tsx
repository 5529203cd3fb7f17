import { lineWidthOf } from './emphasis.ts';
import styles from './Legend.module.css';
import { dashOf, estimatedDash } from './theme.ts';
import type { ChartSeries } from './types.ts';

/** In pixels: a thinner line would hide its color. */
const minSampleWidth = 2;

export function BandSample({ color }: { color: string }) {
  return (
    <svg className={styles.sample} width="28" height="12" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="26"
        height="10"
        rx="2"
        fill={color}
        stroke="currentColor"
        strokeOpacity="0.25"
      />
    </svg>
  );
}

export function LineSample({ series }: { series: ChartSeries }) {
  return (
    <svg className={styles.sample} width="28" height="8" aria-hidden="true">
      <line
        x1="1"
        y1="4"
        x2="27"
        y2="4"
        stroke={series.color}
        strokeWidth={Math.max(minSampleWidth, lineWidthOf(series))}
        strokeDasharray={dashOf(series).join(' ') || undefined}
      />
    </svg>
  );
}

export function ShadeSample() {
  return (
    <svg className={styles.sample} width="28" height="12" aria-hidden="true">
      <rect className={styles.shade} width="22" height="12" />
    </svg>
  );
}

/** Dashes, with a hollow dot where values are drawn as dots. */
export function EstimatedSample({ hasDot }: { hasDot: boolean }) {
  return (
    <svg className={styles.sample} width="28" height="10" aria-hidden="true">
      <line
        x1="1"
        y1="5"
        x2="21"
        y2="5"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={estimatedDash.join(' ')}
      />
      {hasDot && (
        <circle className={styles.hollow} cx="22" cy="5" r="3.5" stroke="currentColor" strokeWidth="1.5" />
      )}
    </svg>
  );
}

/** The mark of an excluded value, in the color of its line or of the surrounding text. */
export function ExcludedSample({ color = 'currentColor' }: { color?: string }) {
  return (
    <svg className={styles.sample} width="28" height="10" aria-hidden="true">
      <path d="M10,1L18,9M10,9L18,1" stroke={color} strokeWidth="1.8" fill="none" />
    </svg>
  );
}
