import styles from './Season.module.css';

/** Gray areas where the headline and the chart will be. */
export function SkeletonAnswer({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      <span />
      <span />
    </div>
  );
}
