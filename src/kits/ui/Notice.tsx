import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type NoticeProps = {
  severity: 'info' | 'warning' | 'error';
  children: ReactNode;
  action?: ReactNode;
};

/** A message that is shown as long as its cause lasts. */
export function Notice({ severity, children, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-severity={severity} role={severity === 'error' ? 'alert' : 'status'}>
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
