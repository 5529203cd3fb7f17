import styles from './Sparkline.module.css';

type SparklineProps = {
  /** The text alternative. */
  label: string;
  /** Ascending. */
  xs: readonly number[];
  ys: readonly number[];
  /** Larger values are drawn lower. */
  reversed?: boolean;
  /** Neighbors further apart than this are not joined. */
  maxGap: number;
};

const width = 240;
const height = 64;
const padding = 4;

/** A small line without axes, for rows of them. */
export function Sparkline({ label, xs, ys, reversed = false, maxGap }: SparklineProps) {
  const [from = 0, to = 1] = [xs[0], xs.at(-1)];
  const low = Math.min(...ys);
  const span = Math.max(...ys) - low || 1;
  const path = xs
    .map((x, at) => {
      const across = padding + ((x - from) / Math.max(1, to - from)) * (width - 2 * padding);
      const share = ((ys[at] ?? 0) - low) / span;
      const down = padding + (reversed ? share : 1 - share) * (height - 2 * padding);
      const joins = at > 0 && x - (xs[at - 1] ?? x) <= maxGap;
      return `${joins ? 'L' : 'M'}${across.toFixed(1)} ${down.toFixed(1)}`;
    })
    .join('');
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
