import { pathOfSite } from '#domain/page-paths.ts';
import { buttonClass } from '#kits/ui/index.ts';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import { readingsId, useOwnSite } from './own-sites.ts';

/** Leads people who may write a site to the form for a reading. */
export function SiteAction({ site: { loc_ndx } }: SiteActionProps) {
  if (!useOwnSite(loc_ndx)?.can_write) return null;
  return (
    <a className={buttonClass('primary')} href={`${pathOfSite(loc_ndx)}#${readingsId}`}>
      Enter a reading
    </a>
  );
}
