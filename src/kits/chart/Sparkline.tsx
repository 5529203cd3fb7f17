import { type SparklineData, sparklineBox, sparklinePath } from './sparkline-path.ts';

type SparklineProps = SparklineData & {
  /** The text alternative. */
  label: string;
};

/** A small line without axes, for rows of them. */
export function Sparkline({ label, ...data }: SparklineProps) {
  return (
    <svg
      className="full-width"
      viewBox={`0 0 ${sparklineBox.width} ${sparklineBox.height}`}
      role="img"
      aria-label={label}
    >
      <path
        d={sparklinePath(data)}
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}
