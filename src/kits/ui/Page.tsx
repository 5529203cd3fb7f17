import type { ReactNode } from 'react';
import { Row, Stack } from './Layout.tsx';
import { Notice } from './Loading.tsx';
import styles from './Page.module.css';

type PageProps = {
  title: string;
  /** A link to the parent page, above the heading. */
  breadcrumbs?: ReactNode;
  /** Next to the heading. */
  actions?: ReactNode;
  info?: ReactNode;
  children: ReactNode;
};

/** A tool page without a map: heading with actions, a lead sentence, and content. */
export function Page({ title, breadcrumbs, actions, info, children }: PageProps) {
  return (
    <Stack className={styles.page}>
      {breadcrumbs !== undefined && <p className="near-below text-sm">{breadcrumbs}</p>}
      <Row gap={2} data-spread>
        <h1>{title}</h1>
        {actions}
      </Row>
      {info !== undefined && <p className={`near-above muted ${styles.info}`}>{info}</p>}
      {children}
    </Stack>
  );
}

/** A screen for somebody whose account does not have its role. */
export function RoleMissing({ title, missing }: { title: string; missing: string }) {
  return (
    <Page title={title}>
      <Notice severity="info">
        {title} is for people with the role {missing}, which your account does not have. Ask whoever runs the
        portal for it.
      </Notice>
    </Page>
  );
}
