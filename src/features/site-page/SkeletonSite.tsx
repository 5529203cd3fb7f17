import type { ReactNode } from 'react';
import { VisuallyHidden } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import styles from './SitePage.module.css';

/** The places of the parts while the site is loading, as high as they usually are. */
export function SkeletonSite({ title, breadcrumbs }: { title: string; breadcrumbs: ReactNode }) {
  return (
    <div className={styles.site}>
      <Page title={title} breadcrumbs={breadcrumbs}>
        <div role="status" className={styles.skeleton}>
          <VisuallyHidden>Loading the site</VisuallyHidden>
          <span className={styles.place} data-part="facts" />
          <span className={styles.place} data-part="card" />
          <span className={styles.place} data-part="chart" />
        </div>
      </Page>
    </div>
  );
}
