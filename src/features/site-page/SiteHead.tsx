import { useStore } from '@nanostores/react';
import { ExternalLink, MapPin } from 'lucide-react';
import type { SiteFacts } from '#contract/site-page.ts';
import { mapPathOfSite } from '#domain/map-path.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { BasketButton } from '#kits/ui/BasketButton.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { buttonClass, VisuallyHidden } from '#kits/ui/index.ts';
import { formatWhole } from '#lib/format-number.ts';
import { basket } from '#stores/basket.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './SitePage.module.css';

/** The row of buttons beside the name of the site. */
export function SiteActions({ site: { loc_ndx, loc_name, loc_url, data_provider } }: { site: SiteFacts }) {
  const { status, sites } = useStore(basket.$basket);
  const agencyPage = toWebUrl(loc_url);
  return (
    <div className={styles.actions}>
      <a className={buttonClass()} href={mapPathOfSite(loc_ndx)}>
        <MapPin size={16} aria-hidden="true" /> On the map
      </a>
      {agencyPage !== undefined && (
        <a className={buttonClass()} href={agencyPage} target="_blank" rel="noopener">
          <ExternalLink size={16} aria-hidden="true" /> Page at {data_provider.split(' ')[0]}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      )}
      <CopyButton
        text={() => new URL(pathOfSite(loc_ndx), location.href).href}
        label="Copy link"
        notify={showToast}
      />
      <BasketButton
        name={loc_name}
        isIn={sites.includes(loc_ndx)}
        disabled={status === 'loading'}
        onToggle={() => basket.toggle(loc_ndx)}
      />
    </div>
  );
}

/** What the site is and where. */
export function SiteHead({ site }: { site: SiteFacts }) {
  return (
    <dl className={styles.facts}>
      {siteFacts(site).map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function siteFacts(site: SiteFacts): readonly (readonly [term: string, text: string])[] {
  const { latitude_dd, longitude_dd, elevation_ft, capacity_af } = site;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Type', site.loc_type_name],
    ['Agency', site.data_provider],
    ['Site ID', site.loc_id],
    ['HUC8', withCode(site.huc8_name, site.huc8_code)],
    ['HUC10', withCode(site.huc10_name, site.huc10_code)],
    ['Ground water district', site.gw_district],
    ['Coordinates', `${latitude_dd.toFixed(4)}, ${longitude_dd.toFixed(4)}`],
    ['Elevation', elevation_ft === null ? null : `${formatWhole(elevation_ft)} ft`],
    ['Capacity', capacity_af === null ? null : `${formatWhole(capacity_af)} AF`],
  ];
  return facts.flatMap(([term, text]) => (text === null ? [] : [[term, text] as const]));
}

function withCode(name: string | null, code: string | null): string | null {
  if (name === null) return null;
  // Where the boundaries have not been imported, the code stands for the name.
  return code === null || code === name ? name : `${name} (${code})`;
}

function toWebUrl(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
