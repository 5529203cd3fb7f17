import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useEffect } from 'react';
import { pageTitle } from '#config/product.ts';
import { Button, buttonClass, Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { SiteView } from './SiteView.tsx';
import { SkeletonSite } from './SkeletonSite.tsx';
import { createSiteScreen, parseSitePath } from './site-screen.ts';

const mapPath = '/watershed-overview/map-of-sites';
const breadcrumbs = <a href={mapPath}>Map of Sites</a>;
const $isSignedIn = computed($session, ({ status }) => status === 'signed-in');

/** The page of one monitoring site. `title` is its heading until the site is known. */
export function SiteScreen({ title }: { title: string }) {
  const id = parseSitePath(location.pathname);
  return id === undefined ? <SiteNotFound title={title} /> : <LoadedSite id={id} title={title} />;
}

function LoadedSite({ id, title }: { id: string; title: string }) {
  const screen = useScreen(() =>
    createSiteScreen({ id, request, address: createAddress(), $isSignedIn, now: () => new Date() }),
  );
  const state = useStore(screen.page.$state);
  const data = 'data' in state ? state.data : undefined;
  const name = data?.site.loc_name;
  useEffect(() => {
    if (name !== undefined) setPageTitle(name);
  }, [name]);

  if (data) return <SiteView screen={screen} page={data} />;
  if (state.status !== 'failed')
    return <SkeletonSite title={servedTitle() ?? title} breadcrumbs={breadcrumbs} />;
  if (state.error.status === 404) return <SiteNotFound title={title} />;
  return (
    <Page title={servedTitle() ?? title} breadcrumbs={breadcrumbs}>
      <Notice severity="error" action={<Button onClick={() => void screen.page.retry()}>Try again</Button>}>
        The site could not be loaded. {state.error.message}
      </Notice>
    </Page>
  );
}

/** The name of the site that the server has filled in, so that the heading does not change its height. */
function servedTitle(): string | undefined {
  const start = pageTitle(' ').trimEnd();
  return document.title.startsWith(start) ? document.title.slice(start.length).trim() : undefined;
}

function SiteNotFound({ title }: { title: string }) {
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      <Notice
        severity="warning"
        action={
          <a className={buttonClass()} href={mapPath}>
            Map of Sites
          </a>
        }
      >
        No monitoring site has this address. It may have been hidden or removed. The map shows all sites.
      </Notice>
    </Page>
  );
}
