import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Row } from './Layout.tsx';
import styles from './Notice.module.css';

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
      className={`text-sm ${styles.notice}`}
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

/** A notice with a retry button for each part that could not be loaded. */
export function LoadErrors({ errors }: { errors: readonly LoadError[] }) {
  return errors.map(({ what, message, retry }) => (
    <Notice key={what} severity="error" action={<Button onClick={retry}>Try again</Button>}>
      {what} could not be loaded. {message}
    </Notice>
  ));
}
