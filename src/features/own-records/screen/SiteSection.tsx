import { useStore } from '@nanostores/react';
import { LoadState, lazyPart } from '#kits/ui/index.ts';
import type { SiteSectionProps } from '#stores/site-hooks.ts';
import { ownSites, useOwnSite } from './own-sites.ts';

const OwnReadings = lazyPart<SiteSectionProps>(() =>
  import('./OwnReadings.tsx').then((module) => module.OwnReadings),
);

/** The readings of an own site. Other sites have no such section. */
export function SiteSection(props: SiteSectionProps) {
  const state = useStore(ownSites.$state);
  const site = useOwnSite(props.site.loc_ndx);
  if (state.status === 'failed') {
    return <LoadState state={state} noun="the list of own sites" lines={2} retry={ownSites.retry} />;
  }
  return site && <OwnReadings key={site.loc_ndx} {...props} />;
}
