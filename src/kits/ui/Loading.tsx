import type { ReactNode } from 'react';
import { capitalize, joinAsSubject } from '#lib/count-text.ts';
import { Button } from './Button.tsx';
import { Row, Stack } from './Layout.tsx';
import styles from './Loading.module.css';

/** Gray bars in place of lines that are still loading. */
export function SkeletonLines({ count, label }: { count: number; label: string }) {
  return (
    <Stack gap={3} className={`${styles.stack} pad-4`} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => `bar-${index}`).map((key) => (
        <span key={key} className={`placeholder ${styles.bar}`} />
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
      className="turning rigid"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentcolor"
      strokeWidth="3"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <circle opacity="0.25" cx="12" cy="12" r="9" />
      <path strokeLinecap="round" d="M12 3a9 9 0 0 1 9 9" />
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

type NoticeProps = {
  severity: 'info' | 'warning' | 'error';
  children: ReactNode;
  action?: ReactNode;
};

/** A message that is shown as long as its cause lasts. */
export function Notice({ severity, children, action }: NoticeProps) {
  return (
    <Row
      gap={3}
      data-nowrap
      className={`text-sm ${styles.notice} shadow-2 pad-2-3`}
      data-severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
    >
      <p className="grow anywhere">{children}</p>
      {action}
    </Row>
  );
}

/** A notice for each text. */
export function Notices({ severity, texts }: Pick<NoticeProps, 'severity'> & { texts: readonly string[] }) {
  return texts.map((text) => (
    <Notice key={text} severity={severity}>
      {text}
    </Notice>
  ));
}

type LoadError = { readonly what: string; readonly message: string; retry(): void };

/** A notice for the parts that could not be loaded, with one retry button for all that failed for the same reason. */
export function LoadErrors({ errors }: { errors: readonly LoadError[] }) {
  return [...Map.groupBy(errors, ({ message }) => message)].map(([message, same]) => {
    const retry = () => {
      for (const each of same) each.retry();
    };
    return (
      <Notice key={message} severity="error" action={<Button onClick={retry}>Try again</Button>}>
        {joinAsSubject(same.map(({ what }) => what))} could not be loaded. {message}
      </Notice>
    );
  });
}
