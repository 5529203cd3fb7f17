import type { SearchEntry, SearchIndex } from '#config/search-index.ts';
import { type DataPoint, listWells } from '#contract/public-map.ts';
import { mapPathOfPlace, pathOfSite, waterYearPathOfSite } from '#domain/page-paths.ts';
import { formatLatLng, parseCoordinates } from '#lib/coordinates.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { createSearchEngine, splitTerms } from '#lib/search-engine.ts';
import { request } from './api.ts';
import { toSearchRecord } from './search-record.ts';

/** What the dialog of the search lists: where it leads, its name, a line about it, and what it is. */
export type SearchResult = Pick<SearchEntry, 'href' | 'name' | 'detail' | 'kind'>;

export type SearchAnswer = {
  readonly results: readonly SearchResult[];
  /** Why there is none. */
  readonly message?: string;
};

/** Finds results, best first. `audiences` are those of the reader, as `audiencesOf` lists them. */
export type PortalSearch = (text: string, audiences: readonly string[]) => SearchAnswer;

const maxFound = 60;
const maxResults = 20;
/** Places for decisions, so that they are found at all. */
const maxDecisions = 2;
const maxYearResults = 3;
/** The view of coordinates, as that of a site found on the map. */
const coordinatesZoom = 16;
const timeoutMs = 10_000;

type SiteEntry = SearchEntry & { readonly site: DataPoint };

/** In spelling errors: of sites that match alike, the index gage comes first, then the other main ones. */
const mainWeights = { first: -0.5, other: -0.15 } as const;

/** Loads the index and the sites; without the sites, the search finds what else there is. Rejects without the index. */
export async function loadPortalSearch(): Promise<{ find: PortalSearch; hasSites: boolean }> {
  const [index, sites] = await Promise.all([loadIndex(), request(listWells, {}).catch(() => undefined)]);
  return { find: createPortalSearch(index, sites ?? []), hasSites: sites !== undefined };
}

async function loadIndex(): Promise<SearchIndex> {
  const response = await fetchWithRetry('/search.json', { timeoutMs });
  if (!response.ok) throw new Error(`The index answered ${response.status}.`);
  return response.json();
}

export function createPortalSearch(
  { entries, mainSites, parameters }: SearchIndex,
  sites: readonly DataPoint[],
): PortalSearch {
  const siteEntries = sites.map((site) => toSiteEntry(site, mainSites.indexOf(site.loc_id)));
  const find = createSearchEngine<SearchEntry | SiteEntry>([...entries, ...siteEntries], {
    limit: maxFound,
    maxMissing: (terms) => Math.floor(terms / 2),
  });
  return (text, audiences) => {
    const coordinates = parseCoordinates(text);
    if (coordinates.kind === 'out-of-range') return { results: [], message: coordinates.message };
    if (coordinates.kind === 'places') return { results: coordinates.places.map(toPlaceResult) };

    const { year, rest } = parseYear(text);
    const ofRest = year === undefined ? [] : find(rest);
    const years = ofRest
      .filter(isSite)
      .flatMap((entry) => (year === undefined ? [] : (toYearResult(entry, year, parameters) ?? [])))
      .slice(0, maxYearResults);
    const ofText = find(text);
    // What seems to be a year may be in the name of a site.
    const isName = ofText.some((entry) => isSite(entry) && splitTerms(entry.name).includes(String(year)));
    const found = (years.length > 0 && !isName ? ofRest : ofText).filter(
      ({ visibleTo = 'everyone' }) => visibleTo === 'everyone' || audiences.includes(visibleTo),
    );
    const decisions = found.filter(({ isDecision }) => isDecision).slice(0, maxDecisions);
    const others = found.filter(({ isDecision }) => !isDecision).slice(0, maxResults - decisions.length);
    const results = [...others, ...decisions];
    return { results: (isName ? [...results, ...years] : [...years, ...results]).map(toResult) };
  };
}

const isSite = (entry: SearchEntry | SiteEntry): entry is SiteEntry => 'site' in entry;

function toResult({ href, name, kind, context = '', detail = context }: SearchEntry): SearchResult {
  return { href, name, kind, detail };
}

function toSiteEntry(site: DataPoint, place: number): SiteEntry {
  const { loc_ndx, loc_id, loc_type_name, parameter_name } = site;
  const { name, context } = toSearchRecord(site);
  return {
    kind: loc_type_name,
    name,
    href: pathOfSite(loc_ndx),
    detail: [loc_id, parameter_name].filter(Boolean).join(' · '),
    ids: [loc_id],
    ...(context !== undefined && { context }),
    weight: place < 0 ? 0 : place === 0 ? mainWeights.first : mainWeights.other,
    site,
  };
}

function toPlaceResult(place: { lat: number; lng: number }, at: number): SearchResult {
  return {
    kind: 'Coordinates',
    name: formatLatLng(place),
    detail: at === 0 ? 'Go to this place on the map' : 'Latitude and longitude swapped',
    href: mapPathOfPlace({ ...place, zoom: coordinatesZoom }),
  };
}

/** Separates the year from what else is searched: of `heise 2021`, the year is 2021 and the rest `heise`. */
function parseYear(text: string): { year?: number; rest: string } {
  const [, before = '', year, after = ''] = /^(.*\s|)((?:19|20)\d\d)(\s.*|)$/.exec(text.trim()) ?? [];
  return year === undefined ? { rest: text } : { year: Number(year), rest: `${before} ${after}` };
}

/** Leads to a water year of a site, drawn. Undefined if its records ended before, or if it has none. */
function toYearResult(
  { site, name, detail }: SiteEntry,
  year: number,
  parameters: SearchIndex['parameters'],
): SearchEntry | undefined {
  const names = site.parameter_name?.split(', ') ?? [];
  const parameter = parameters.find((each) => names.includes(each.name))?.ndx;
  const firstDay = `${year - 1}-10-01`;
  if (parameter === undefined || site.por_end === null || site.por_end < firstDay) return undefined;
  return {
    kind: 'Water Year Comparisons',
    name: `${name}, water year ${year}`,
    href: waterYearPathOfSite(site.loc_ndx, parameter, year),
    ...(detail !== undefined && { detail }),
  };
}
