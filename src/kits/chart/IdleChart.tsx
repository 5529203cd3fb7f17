import styles from './Chart.module.css';

const gridLines = [80, 160, 240, 320];
const band =
  'M60 330C180 330 220 300 320 210S460 70 540 90 700 290 960 320V360C760 350 680 350 600 300S440 250 360 310 180 360 60 360Z';
const line = 'M60 345C160 345 230 330 320 250S440 130 500 120 560 150 600 190';

/** The shape of a chart, and a sentence that says what will be drawn and how to get there. */
export function IdleChart({ hint }: { hint: string }) {
  return (
    <div className={styles.stage}>
      <svg
        className={styles.sketch}
        viewBox="0 0 1000 420"
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
      >
        <path d={band} fill="currentColor" fillOpacity="0.3" />
        {gridLines.map((y) => (
          <path key={y} d={`M60 ${y}H960`} stroke="currentColor" vectorEffect="non-scaling-stroke" />
        ))}
        <path d={line} stroke="currentColor" strokeWidth="3" vectorEffect="non-scaling-stroke" />
        <path d="M60 40V380H960" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.hintCard}>{hint}</p>
    </div>
  );
}
