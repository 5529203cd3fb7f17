import { publicEnvironment } from '#config/environment.ts';
import { formatLatLng, isOnEarth } from '#lib/geometry/coordinates.ts';
import { mapConditions } from './colors/map-conditions.ts';
import {
  byFilterGroup,
  type ChosenFilters,
  type Coloring,
  colorings,
  type FilterGroupName,
  filterGroups,
  type SiteSort,
  siteSorts,
} from './map-choices.ts';

export const searchModes = ['attributes_search', 'comma_separated_data_dots_search'] as const;
export type SearchMode = (typeof searchModes)[number];

export const basemapIds = ['outdoors', 'streets', 'satellite', 'light', 'dark', 'plain'] as const;
export type BasemapId = (typeof basemapIds)[number];

export type MapPanel = 'sites' | 'layers' | 'filters';

/** Decimal degrees and a zoom level. */
export type MapView = { readonly lat: number; readonly lng: number; readonly zoom: number };

/**
 * Everything a link to the public map restores. `shown`, `hidden`, `opened` and `closed` name the layer groups that
 * differ from the defaults of their layers.
 */
export type MapAddress = {
  view: MapView;
  basemap: BasemapId;
  shown: readonly string[];
  hidden: readonly string[];
  opened: readonly string[];
  closed: readonly string[];
  filters: ChosenFilters;
  coloring: Coloring;
  /** The day whose conditions are shown, `YYYY-MM-DD`; empty for the latest ones. */
  on: string;
  sort: SiteSort;
  search: { mode: SearchMode; text: string };
  /** `loc_ndx` of the selected site. */
  site: number | undefined;
  /** The place that was searched for and is marked; `name` is empty for coordinates. */
  pin: { lat: number; lng: number; name: string } | undefined;
  /** The open panels; undefined if the width of the screen decides. */
  panels: readonly MapPanel[] | undefined;
};

const defaults = {
  basemap: publicEnvironment.PUBLIC_BASEMAP,
  coloring: mapConditions ? 'conditions' : 'locationTypes',
  sort: mapConditions ? 'unusual' : 'name',
} as const;

/** What can be chosen; the conditions where a feature has them. */
export const offeredColorings = colorings.filter((each) => mapConditions || each !== 'conditions');
export const offeredSorts = siteSorts.filter((each) => mapConditions || each !== 'unusual');

/** The state in which the public map opens. */
export const defaultMapAddress = (home: MapView): MapAddress => parseMapAddress('', home);

const filterKeys: Record<FilterGroupName, string> = {
  locationTypes: 'type',
  parameterNames: 'parameter',
  dataProviders: 'provider',
  huc8Names: 'huc8',
  huc10Names: 'huc10',
  gwDistricts: 'district',
};

const coloringKeys: Record<Coloring, string> = {
  conditions: 'conditions',
  ...filterKeys,
  default: 'default',
};
/** Links made before version 0.5 have the British spelling. */
const coloringKeyPattern = /^colou?r$/;
const panelNames: readonly MapPanel[] = ['sites', 'layers', 'filters'];
const maxTextLength = 4000;
/** Longer texts, such as lists of ids, stay in the browser: servers refuse long addresses. */
const maxAddressedText = 400;
const maxNameLength = 300;
const maxDayLength = 40;
const maxValues = 200;

/** Serializes a state as a query string without `?`. Defaults are left out. */
export function serializeMapAddress(state: MapAddress, home: MapView): string {
  const query = new URLSearchParams();
  if (!isAtHome(state.view, home)) query.set('view', serializeView(state.view));
  if (state.basemap !== defaults.basemap) query.set('basemap', state.basemap);
  const lists = [
    ['show', state.shown],
    ['hide', state.hidden],
    ['open', state.opened],
    ['close', state.closed],
    ...filterGroups.map((group) => [filterKeys[group], state.filters[group]] as const),
  ] as const;
  for (const [key, values] of lists) for (const value of values) query.append(key, value);
  if (state.coloring !== defaults.coloring) query.set('color', coloringKeys[state.coloring]);
  if (state.on !== '') query.set('on', state.on);
  if (state.sort !== defaults.sort) query.set('sort', state.sort);
  if (state.search.mode === 'comma_separated_data_dots_search') query.set('mode', state.search.mode);
  if (isTooLongForAddress(state.search.text)) query.set('list', 'session');
  else if (state.search.text !== '') query.set('q', state.search.text);
  if (state.site !== undefined) query.set('site', String(state.site));
  if (state.pin) {
    query.set('pin', formatLatLng(state.pin).replace(' ', ''));
    if (state.pin.name !== '') query.set('place', state.pin.name);
  }
  if (state.panels) query.set('panels', state.panels.length > 0 ? state.panels.join(',') : 'none');
  // A comma needs no escape in a query, and the link is easier to read with it.
  return query.toString().replaceAll('%2C', ',');
}

/** Parses a query string. An invalid part falls back to its default, so that no link breaks the screen. */
export function parseMapAddress(text: string, home: MapView): MapAddress {
  const query = new URLSearchParams(text);
  return {
    view: parseView(query.get('view'), home),
    basemap: oneOf(basemapIds, query.get('basemap')) ?? defaults.basemap,
    shown: values(query, 'show'),
    hidden: values(query, 'hide'),
    opened: values(query, 'open'),
    closed: values(query, 'close'),
    filters: byFilterGroup((group) => values(query, filterKeys[group])),
    coloring: parseColoring(query),
    on: (query.get('on') ?? '').slice(0, maxDayLength),
    sort: oneOf(offeredSorts, query.get('sort')) ?? defaults.sort,
    search: {
      mode: oneOf(searchModes, query.get('mode')) ?? 'attributes_search',
      text: (query.get('q') ?? '').slice(0, maxTextLength),
    },
    site: parseInteger(query.get('site')),
    pin: parsePin(query.get('pin'), query.get('place') ?? ''),
    panels: parsePanels(query.get('panels')),
  };
}

/** Whether a search text stays out of the address. */
export function isTooLongForAddress(text: string): boolean {
  return text.length > maxAddressedText;
}

/** Whether an address refers to a search text that stayed in the browser tab in which it was typed. */
export function refersToSession(text: string): boolean {
  return new URLSearchParams(text).get('list') === 'session';
}

/** Compares to within a pixel, because a flight back home ends on a whole pixel. */
function isAtHome({ lat, lng, zoom }: MapView, home: MapView): boolean {
  const degreesPerPixel = 360 / (512 * 2 ** home.zoom);
  return (
    Math.abs(zoom - home.zoom) < 0.005 &&
    Math.abs(lat - home.lat) < degreesPerPixel &&
    Math.abs(lng - home.lng) < degreesPerPixel
  );
}

/** Five decimals, about a meter: `43.61234,-112.54321,7`. */
function serializeView(view: MapView): string {
  return `${formatLatLng(view).replace(' ', '')},${Number(view.zoom.toFixed(2))}`;
}

function parseView(text: string | null, home: MapView): MapView {
  const parts = (text ?? '').split(',');
  const [lat, lng, zoom] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length !== 3 || lat === undefined || lng === undefined || zoom === undefined) return home;
  const valid = isOnEarth({ lat, lng }) && zoom >= 0 && zoom <= 22;
  return valid ? { lat, lng, zoom } : home;
}

function parseColoring(query: URLSearchParams): Coloring {
  const chosen = [...query].find(([key]) => coloringKeyPattern.test(key))?.[1];
  return offeredColorings.find((coloring) => coloringKeys[coloring] === chosen) ?? defaults.coloring;
}

function parsePin(text: string | null, name: string): MapAddress['pin'] {
  const numbers = /^(-?\d{1,2}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)$/.exec(text ?? '');
  if (!numbers) return undefined;
  const place = { lat: Number(numbers[1]), lng: Number(numbers[2]) };
  return isOnEarth(place) ? { ...place, name: name.slice(0, maxNameLength) } : undefined;
}

function parseInteger(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function parsePanels(text: string | null): MapAddress['panels'] {
  if (text === null) return undefined;
  if (text === 'none') return [];
  const named = text.split(',');
  const known = panelNames.filter((name) => named.includes(name));
  return known.length > 0 ? known : undefined;
}

function values(query: URLSearchParams, key: string): string[] {
  return [...new Set(query.getAll(key).filter((value) => value !== ''))].slice(0, maxValues);
}

function oneOf<T extends string>(allowed: readonly T[], value: string | null): T | undefined {
  return allowed.find((each) => each === value);
}
