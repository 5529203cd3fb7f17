import type { DayState } from '#domain/completeness.ts';
import { barParts, type DayRun, type YearRow } from './completeness-rows.ts';
import styles from './StateBars.module.css';

const patterned: readonly DayState[] = ['provisional', 'flagged', 'missing'];

/** The patterns by which states differ without color; once on a page. */
export function StatePatterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <defs>
        <pattern id="days-provisional" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect className={styles.provisionalGround} width="6" height="6" />
          <path className={styles.provisional} d="M0 6L6 0M-1 1L1 -1M5 7L7 5" />
        </pattern>
        <pattern id="days-flagged" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect className={styles.flaggedGround} width="5" height="5" />
          <path className={styles.flagged} d="M0 0L5 5M5 0L0 5" />
        </pattern>
        <pattern id="days-missing" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect className={styles.missingGround} width="5" height="5" />
          <circle className={styles.missing} cx="2.5" cy="2.5" r="0.9" />
        </pattern>
      </defs>
    </svg>
  );
}

function fillOf(state: DayState) {
  return patterned.includes(state) ? { fill: `url(#days-${state})` } : { className: styles.approved };
}

/** The sign of a state in the legend. */
export function Swatch({ state }: { state: DayState }) {
  return (
    <svg className={styles.swatch} aria-hidden="true">
      <rect width="100%" height="100%" {...fillOf(state)} />
    </svg>
  );
}

/** The days of a year in each state; the numbers stand beside it. */
export function YearBar({ row }: { row: YearRow }) {
  return (
    <svg className={styles.bar} aria-hidden="true">
      {barParts(row).map(({ state, from, width }) => (
        <rect key={state} x={`${from}%`} width={`${width}%`} height="100%" {...fillOf(state)} />
      ))}
    </svg>
  );
}

type StripProps = { runs: readonly DayRun[]; label: string };

/** The 366 days of a year in their order. */
export function DayStrip({ runs, label }: StripProps) {
  const share = (days: number) => `${(days / 366) * 100}%`;
  return (
    <svg className={styles.strip} role="img" aria-label={label}>
      {runs.map(({ state, first, last }) => (
        <rect
          key={first}
          x={share(first - 1)}
          width={share(last - first + 1)}
          height="100%"
          {...fillOf(state)}
        />
      ))}
    </svg>
  );
}
