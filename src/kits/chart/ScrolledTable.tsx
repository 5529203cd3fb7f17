import type { ReactNode } from 'react';
import styles from './ScrolledTable.module.css';

type ScrolledTableProps = { label: string; className: string | undefined; children: ReactNode };

/** The frame of a table of numbers that scrolls in itself. */
export function ScrolledTable({ label, className, children }: ScrolledTableProps) {
  const classes = `${styles.frame} ${className}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
