import { portalParameters } from '#config/parameters.ts';
import type { SearchEntry, SearchIndex } from '#config/search-index.ts';
import { type DataPoint, listWells } from '#contract/public-map.ts';
import { rankOfParameter } from '#domain/main-parameter.ts';
import { mapPathOfPlace, pathOfSite } from '#domain/page-paths.ts';
import { seasonCodec } from '#domain/season-selection.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber } from '#lib/calendar.ts';
import { formatLatLng, parseCoordinates } from '#lib/coordinates.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { createSearchEngine } from '#lib/search-engine.ts';
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
const mainWeights = { first: -0.35, other: -0.15 } as const;

/** Loads the index and the sites. Rejects if one of them cannot be loaded. */
export async function loadPortalSearch(): Promise<PortalSearch> {
  const [index, sites] = await Promise.all([loadIndex(), request(listWells, {})]);
  return createPortalSearch(index, sites);
}

async function loadIndex(): Promise<SearchIndex> {
  const response = await fetchWithRetry('/search.json', { timeoutMs });
  if (!response.ok) throw new Error(`The index answered ${response.status}.`);
  return response.json();
}

export function createPortalSearch(
  { entries, mainSites }: SearchIndex,
  sites: readonly DataPoint[],
): PortalSearch {
  const siteEntries = sites.map((site) => toSiteEntry(site, mainSites.indexOf(site.loc_id)));
  const find = createSearchEngine<SearchEntry>([...entries, ...siteEntries], { limit: maxFound });
  const findSites = createSearchEngine(siteEntries, { limit: maxYearResults });
  return (text, audiences) => {
    const coordinates = parseCoordinates(text);
    if (coordinates.kind === 'out-of-range') return { results: [], message: coordinates.message };
    if (coordinates.kind === 'places') return { results: coordinates.places.map(toPlaceResult) };

    const found = find(text).filter(
      ({ visibleTo = 'everyone' }) => visibleTo === 'everyone' || audiences.includes(visibleTo),
    );
    const decisions = found.filter(({ isDecision }) => isDecision).slice(0, maxDecisions);
    const others = found.filter(({ isDecision }) => !isDecision).slice(0, maxResults - decisions.length);
    const years = findYears(text, findSites);
    // A number that looks like a year may be in the name of a site.
    const hasSite = others.some((entry) => 'site' in entry);
    return { results: hasSite ? [...others, ...decisions, ...years] : [...years, ...others, ...decisions] };
  };
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

/** `heise 2021` leads to the water year 2021 of the sites that are found for `heise`. */
function findYears(text: string, findSites: (text: string) => readonly SiteEntry[]): readonly SearchResult[] {
  const [, before = '', digits, after = ''] = /^(.*\s|)((?:19|20)\d\d)(\s.*|)$/.exec(text.trim()) ?? [];
  if (digits === undefined) return [];
  const year = Number(digits);
  return findSites(`${before} ${after}`).flatMap(({ site, name, detail }) => {
    const parameter = mainParameterOf(site);
    const isOver = site.por_end === null || waterYear(dayNumber(site.por_end)) < year;
    if (parameter === undefined || isOver) return [];
    const season = {
      parameter,
      location: site.loc_ndx,
      series: [digits],
      year: 'water',
      measure: 'value',
      colors: [],
    } as const;
    const query = seasonCodec({ parameter: undefined, location: undefined, series: [] }).write(season);
    return [
      {
        kind: 'Water Year Comparisons',
        name: `${name}, water year ${digits}`,
        ...(detail !== undefined && { detail }),
        href: `/data-analysis-tools/water-year-comparison?${query}&submitted=yes`,
      },
    ];
  });
}

/** The parameter that a site is looked up for; undefined without one. */
function mainParameterOf({ parameter_name }: DataPoint): number | undefined {
  const names = parameter_name?.split(', ') ?? [];
  return portalParameters
    .filter(({ name }) => names.includes(name))
    .map(({ ndx }) => ndx)
    .sort((one, other) => rankOfParameter(one) - rankOfParameter(other))[0];
}
