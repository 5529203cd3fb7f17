import type { ReactNode } from 'react';
import styles from './Page.module.css';

export type PageProps = {
  title: string;
  /** Above the heading: where the page belongs. */
  breadcrumbs?: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  info?: ReactNode;
  children: ReactNode;
};

/** A page of a tool without a map: heading with what can be done, a sentence about it, and what follows. */
export function Page({ title, breadcrumbs, actions, info, children }: PageProps) {
  return (
    <div className={styles.page}>
      {breadcrumbs !== undefined && <p className={styles.crumbs}>{breadcrumbs}</p>}
      <div className={styles.head}>
        <h1>{title}</h1>
        {actions}
      </div>
      {info !== undefined && <p className={styles.info}>{info}</p>}
      {children}
    </div>
  );
}
