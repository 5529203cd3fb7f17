import type { HTMLAttributes } from 'react';
import styles from './layout.module.css';

type BoxProps = HTMLAttributes<HTMLElement> & {
  /** The element; a `div` by default. */
  as?: 'article' | 'aside' | 'div' | 'form' | 'header' | 'li' | 'ol' | 'p' | 'section' | 'ul';
  /** A step of the scale of spaces, `--space-1` to `--space-5`; 4 without one. */
  gap?: 0 | 1 | 2 | 3 | 5;
};

function Box({
  as: Element = 'div',
  gap,
  className,
  layout,
  ...rest
}: BoxProps & { layout: string | undefined }) {
  return <Element {...rest} data-gap={gap} className={className ? `${layout} ${className}` : layout} />;
}

/** One thing under another. */
export function Stack(props: BoxProps) {
  return <Box {...props} layout={styles.stack} />;
}

/** Things beside one another, which wrap. With `data-spread` they stand at both ends, with `data-baseline` on one line. */
export function Row(props: BoxProps) {
  return <Box {...props} layout={styles.row} />;
}

/** Columns of the same width, as many as there is room for. */
export function Grid(props: BoxProps) {
  return <Box {...props} layout={styles.grid} />;
}

/** A box with a border. */
export function Card(props: BoxProps) {
  return <Box {...props} layout={styles.card} />;
}
