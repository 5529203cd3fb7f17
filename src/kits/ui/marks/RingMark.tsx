import type { ReactNode } from 'react';
import styles from './RingMark.module.css';

/** A word with a ring in front, so that it does not stand out only by color. */
export function RingMark({ children }: { children: ReactNode }) {
  return (
    <span className={`${styles.mark} warning`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="3.25" />
      </svg>
      {children}
    </span>
  );
}
