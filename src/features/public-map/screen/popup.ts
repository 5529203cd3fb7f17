import type { DataPoint, MapLayer } from '#contract/public-map.ts';
import { type DescribedFreshness, toDescribedFreshness } from '#domain/freshness.ts';
import { snotelPathOfSite } from '#domain/page-paths.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { parameterNdx, type parameters } from '#domain/vocabulary.ts';
import type { SiteFreshness } from './freshness.ts';
import { siteSource } from './layers.ts';
import { fallbackLayer, siteProperties } from './site-features.ts';

export type PopupField = { readonly label: string; readonly value: string };
/** `count` is the number of values, if it is known. */
export type GraphButton = { readonly label: string; readonly count?: number; readonly href: string };

export type PopupContent = {
  readonly title: string;
  readonly fields: readonly PopupField[];
  /** The site's page at its agency (`loc_url`). */
  readonly plotLink: string | undefined;
  readonly graphs: readonly GraphButton[];
};

type Properties = Readonly<Record<string, unknown>>;

/** Labels of fields, in the order in which they are listed. Other fields follow, labeled by their key. */
const labels: Readonly<Record<string, string>> = {
  loc_id: 'Location ID',
  loc_type_name: 'Location Type',
  parameter_name: 'Parameters',
  data_provider: 'Data Provider',
  huc8_name: 'HUC 8',
  huc8_code: 'HUC 8 Code',
  huc10_name: 'HUC 10',
  gw_district: 'Groundwater District',
  cuwcd_well_number: 'Well Number',
  latitude_dd: 'Latitude',
  longitude_dd: 'Longitude',
  note: 'Note',
};

/** Fields that are shown in another way (as title, link or graph button), or not meant for readers. */
const hiddenFields = new Set([
  'loc_ndx',
  'loc_type',
  'loc_url',
  'location_geometry',
  'lat_dd',
  'lon_dd',
  'count_production',
  'count_waterlevels',
  'count_wqdata',
  'por_end',
  'interval_days',
  'outside',
  'fade',
]);

/** Builds the popup of a feature; undefined if the layer has `excludePopup`. */
export function toPopupContent(layer: MapLayer, properties: Properties): PopupContent | undefined {
  const popup = layer.lreProperties.popup;
  if (popup?.excludePopup) return undefined;
  const titleField = popup?.titleField ?? ('loc_name' in properties ? 'loc_name' : 'name');
  const excluded = new Set([...(popup?.excludeFields ?? []), titleField]);
  const named = Object.keys(labels).filter((key) => key in properties);
  const others = Object.keys(properties).filter((key) => !(key in labels));
  const fields = [...named, ...others].flatMap((key) => {
    if (excluded.has(key) || hiddenFields.has(key)) return [];
    const value = formatPropertyValue(properties[key]);
    return value === undefined ? [] : { label: labels[key] ?? toFieldLabel(key), value };
  });
  return {
    title: formatPropertyValue(properties[titleField]) ?? layer.name,
    fields,
    plotLink: toWebUrl(properties.loc_url),
    graphs: graphsOf(properties),
  };
}

function graphsOf(properties: Properties): GraphButton[] {
  const site = properties.loc_ndx;
  if (typeof site !== 'number') return [];
  const kinds = [
    { key: 'count_production', label: 'Production', parameter: parameterNdx.hoursPumped },
    { key: 'count_waterlevels', label: 'Water Levels', parameter: parameterNdx.depthToWater },
    { key: 'count_wqdata', label: 'Water Quality', parameter: undefined },
  ];
  const counted = kinds.flatMap(({ key, label, parameter }) => {
    const count = properties[key];
    if (typeof count !== 'number' || count <= 0) return [];
    return { label, count, href: siteComparisonUrl(site, parameter) };
  });
  return hasSnow(properties) ? [...counted, { label: 'Snow Curve', href: snotelPathOfSite(site) }] : counted;
}

/** Typed by the list of parameters, which the map's script would otherwise carry. */
const sweName: (typeof parameters)[1]['name'] = 'Snow Water Equivalent';

function hasSnow({ parameter_name: names }: Properties): boolean {
  return typeof names === 'string' && names.split(', ').includes(sweName);
}

/** Formats a value; undefined for values that a popup hides: null, blank text, an empty list. */
function formatPropertyValue(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => formatPropertyValue(part) ?? []);
    return parts.length > 0 ? parts.join(', ') : undefined;
  }
  return undefined;
}

function toWebUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

function toFieldLabel(key: string): string {
  return key
    .split('_')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

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
/** `river` is the name of a river that was clicked. */
export type ShapePopupState = PopupBase & { readonly kind: 'shape'; readonly river?: string | undefined };
export type MapPopupState = ShapePopupState | SitePopupState;

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
