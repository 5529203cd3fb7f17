import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pageTitle } from '#config/product.ts';
import { parseSitePath } from '#domain/page-paths.ts';
import { Button, Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { Stack } from '#kits/ui/Layout.tsx';
import { lazyPart, useScreen } from '#kits/ui/screen-parts.tsx';
import { createAddress } from '#stores/address.ts';
import { setPageTitle } from '#stores/page-title.ts';
import styles from './SitePage.module.css';
import { SiteView } from './SiteView.tsx';
import { createSiteScreen } from './site-screen.ts';

/** Loaded where an address names no site. */
const UnknownSite = lazyPart(() => import('./UnknownSite.tsx').then((module) => module.UnknownSite));

/** The page of one monitoring site. `title` is its heading until the site is known. */
export function SiteScreen({ title }: { title: string }) {
  const id = parseSitePath(location.pathname);
  return id === undefined ? <UnknownSite id="" /> : <LoadedSite id={id} title={title} />;
}

function LoadedSite({ id, title }: { id: string; title: string }) {
  const screen = useScreen(() => createSiteScreen({ id, address: createAddress() }));
  const state = useStore(screen.page.$state);
  const data = 'data' in state ? state.data : undefined;
  const name = data?.site.loc_name;
  useEffect(() => {
    if (name !== undefined) setPageTitle(name);
  }, [name]);

  if (data) return <SiteView screen={screen} page={data} />;
  if (state.status !== 'failed') return <SkeletonSite title={servedTitle() ?? title} />;
  // What cannot be an id is a bad request.
  if (state.error.status === 404 || state.error.status === 400) return <UnknownSite id={id} />;
  return (
    <Stack className={`plain-page anywhere ${styles.site}`}>
      <h1>{servedTitle() ?? title}</h1>
      <Notice severity="error" action={<Button onClick={() => void screen.page.retry()}>Try again</Button>}>
        The site could not be loaded. {state.error.message}
      </Notice>
    </Stack>
  );
}

/** The name of the site that the server has filled in, so that the heading does not change its height. */
function servedTitle(): string | undefined {
  const start = pageTitle(' ').trimEnd();
  return document.title.startsWith(start) ? document.title.slice(start.length).trim() : undefined;
}

/** The boxes of the page while the site is loading. */
function SkeletonSite({ title }: { title: string }) {
  return (
    <Stack gap={2} className={`plain-page anywhere ${styles.site}`}>
      <h1>{title}</h1>
      <div role="status" className={`placeholder ${styles.lead} apart`}>
        <VisuallyHidden>Loading the site</VisuallyHidden>
      </div>
      <Stack gap={5} className={styles.body}>
        <span className={`placeholder ${styles.chartPlace}`} />
        <span className="placeholder" />
      </Stack>
    </Stack>
  );
}
