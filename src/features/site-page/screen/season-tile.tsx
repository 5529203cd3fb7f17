import { useStore } from '@nanostores/react';
import { pathOfSite } from '#domain/page-paths.ts';
import { useScreen } from '#kits/ui/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { SheetAddress } from '#kits/ui/print/Sheet.tsx';
import { fixedAddress } from '#stores/address.ts';
import type { MountTile } from '#stores/tiles.ts';
import { SiteSeason } from './SiteView.tsx';
import { createSiteScreen } from './site-screen.ts';

/** The season of a site, in the board packet. */
export const mountSeasonTile: MountTile = (element, { of }) =>
  mountPart(element, <SeasonTile site={of as number} />);

function SeasonTile({ site }: { site: number }) {
  const screen = useScreen(() =>
    createSiteScreen({
      id: String(site),
      address: fixedAddress(''),
    }),
  );
  const state = useStore(screen.page.$state);
  const page = 'data' in state ? state.data : undefined;
  useAwaitedSheet(page === undefined && state.status !== 'failed');
  if (!page) return null;
  return (
    <SheetAddress value={pathOfSite(site)}>
      <SiteSeason screen={screen} page={page} />
    </SheetAddress>
  );
}
