import type { ReactNode } from 'react';
import { capitalize } from '#lib/count-text.ts';
import { Button } from './Button.tsx';
import { Stack } from './Layout.tsx';
import { Notice } from './Notice.tsx';
import styles from './Skeleton.module.css';
import spinnerStyles from './Spinner.module.css';

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

/** A sign of progress. The text next to it, or `label`, describes what is in progress. */
export function Spinner({ label, size = 16 }: { label?: string; size?: number }) {
  return (
    <svg
      className={spinnerStyles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <circle className={spinnerStyles.track} cx="12" cy="12" r="9" />
      <path className={spinnerStyles.arc} d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}

type LoadStateProps = {
  /** Of a query: has `data` once something was loaded, and `error` after a failure. */
  state: { readonly status: string } | { readonly error: { readonly message: string } };
  /** What is loaded: `the schedule`. */
  noun: string;
  /** How many lines it takes. */
  lines: number;
  retry: () => unknown;
  /** How bad a failure is while older data are shown. */
  staleSeverity?: 'warning' | 'error';
};

/** What a part of a page shows about its data: that they are loading, or why they could not be loaded. */
export function LoadState({ state, noun, lines, retry, staleSeverity = 'warning' }: LoadStateProps) {
  const hasData = 'data' in state;
  if ('error' in state) {
    return (
      <Notice
        severity={hasData ? staleSeverity : 'error'}
        action={<Button onClick={() => void retry()}>Try again</Button>}
      >
        {capitalize(noun)} could not be loaded. {state.error.message}
      </Notice>
    );
  }
  return hasData ? null : <SkeletonLines count={lines} label={`Loading ${noun}…`} />;
}
