import { estimatedDash } from '../theme.ts';
import type { ChartSeries } from '../types.ts';
import styles from './Legend.module.css';
import { sampleOf, sampleSize } from './sample.ts';

/** In pixels: a thinner line would hide its color. */
const minSampleWidth = 2;
const sampleDotRadius = 2.8;

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
  const { lines, width, dash, bars, dots } = sampleOf(series);
  const { color } = series;
  return (
    <svg className={styles.sample} {...sampleSize} aria-hidden="true">
      {lines.map((line) => (
        <line
          key={`${line.x1} ${line.x2}`}
          {...line}
          stroke={color}
          strokeWidth={Math.max(minSampleWidth, width)}
          strokeDasharray={dash.join(' ') || undefined}
        />
      ))}
      {bars.map((bar) => (
        <rect key={bar.x} {...bar} fill={color} />
      ))}
      {dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={sampleDotRadius} fill={color} />
      ))}
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
