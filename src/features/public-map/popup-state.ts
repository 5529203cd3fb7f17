import type { DataPoint, MapLayer } from '#contract/public-map.ts';
import { type DescribedFreshness, toDescribedFreshness } from '#domain/freshness.ts';
import type { SiteFreshness } from './freshness.ts';
import { siteSource } from './layers.ts';
import { type PopupContent, siteProperties, toPopupContent } from './popup.ts';
import { fallbackLayer } from './site-features.ts';

type PopupBase = {
  readonly key: string;
  readonly lat: number;
  readonly lng: number;
  readonly content: PopupContent;
};
export type SitePopupState = PopupBase & {
  readonly kind: 'site';
  readonly site: DataPoint;
  readonly note: string | undefined;
  readonly freshness: DescribedFreshness | undefined;
  /** The position of the site among those at this place, from 1, and their count. */
  readonly number: number;
  readonly count: number;
};
export type MapPopupState = (PopupBase & { readonly kind: 'shape' }) | SitePopupState;

type SitePopupInputs = {
  site: DataPoint;
  /** The sites that match the filters. */
  sites: readonly DataPoint[];
  coLocated: readonly DataPoint[];
  layers: readonly MapLayer[];
  freshness: SiteFreshness;
  /** The site's HUC 10 with code and name. */
  huc10: string | undefined;
};

/** The popup of the selected site; undefined if the layer of the sites has `excludePopup`. */
export function sitePopupState(inputs: SitePopupInputs): SitePopupState | undefined {
  const { site, sites, coLocated, layers, freshness, huc10 } = inputs;
  const layer = layers.find((each) => each.source === siteSource && each.type === 'circle') ?? fallbackLayer;
  const content = toPopupContent(layer, { ...siteProperties(site), ...(huc10 && { huc10_name: huc10 }) });
  if (!content) return undefined;
  const [lng, lat] = site.location_geometry.coordinates;
  const found = freshness.get(site.loc_ndx);
  return {
    kind: 'site',
    site,
    // The sites at one place share a popup, so that the focus stays in it when stepping through them.
    key: `sites-${coLocated.map(({ loc_ndx }) => loc_ndx).join('-')}`,
    lat,
    lng,
    content,
    note: sites.includes(site) ? undefined : 'The filters exclude this site.',
    freshness: found && toDescribedFreshness(found, site.por_end),
    number: coLocated.indexOf(site) + 1,
    count: coLocated.length,
  };
}
