import type { ReactNode } from 'react';
import styles from './RingMark.module.css';

/** A word that stands out by a ring before it as well as by its color. */
export function RingMark({ children }: { children: ReactNode }) {
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="3.25" />
      </svg>
      {children}
    </span>
  );
}
