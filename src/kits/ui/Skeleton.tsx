import type { ReactNode } from 'react';
import { Stack } from './Layout.tsx';
import styles from './Skeleton.module.css';

/** Gray bars in place of lines that are still loading. */
export function SkeletonLines({ count, label }: { count: number; label: string }) {
  return (
    <Stack gap={3} className={styles.stack} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => `bar-${index}`).map((key) => (
        <span key={key} className={styles.bar} />
      ))}
    </Stack>
  );
}

/** Text only for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
