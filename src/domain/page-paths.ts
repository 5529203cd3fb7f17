import { formatLatLng, type LatLng } from '#lib/geometry/coordinates.ts';

/** The path of the page of a site, by the site's `loc_ndx`. */
export function pathOfSite(location: number): string {
  return `/sites/${location}`;
}

/** What may name a site in an address: its `loc_ndx`, or an id of an agency such as `USGS-13037500` or `314:WY:SNTL`. */
export const siteIdPattern = /^[A-Za-z0-9][\w:.-]{0,63}$/;

/**
 * Reads what the path of a site's page names, decoded, whether or not it can be an id. Undefined for other paths, and for
 * that of the built page itself.
 * @example parseSitePath('/sites/314%3AWY%3ASNTL') // '314:WY:SNTL'
 */
export function parseSitePath(pathname: string): string | undefined {
  const [, text] = /^\/sites\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (text === undefined || text === 'site') return undefined;
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text;
  }
}

/** The path of the public map with a site selected, by the site's `loc_ndx`. */
export function mapPathOfSite(location: number): string {
  return `/watershed-overview/map-of-sites?site=${location}`;
}

/** The path of the public map at a place, which is marked. */
export function mapPathOfPlace({
  lat,
  lng,
  zoom,
  name = '',
}: LatLng & { zoom: number; name?: string }): string {
  const at = formatLatLng({ lat, lng }).replace(' ', '');
  const place = name === '' ? '' : `&${new URLSearchParams({ place: name })}`;
  return `/watershed-overview/map-of-sites?view=${at},${zoom}&pin=${at}${place}`;
}

/** The path of Water Year Comparisons with water years of a record, drawn. */
export function waterYearPathOfSite(location: number, parameter: number, years: readonly number[]): string {
  return `/data-analysis-tools/water-year-comparison?parameter=${parameter}&location=${location}&series=${years.join()}&submitted=yes`;
}

/** The path of Reach Gains Comparisons with a reach chosen and its gains shown, by the site's `loc_ndx`. */
export function reachGainsPathOfSite(location: number): string {
  return `/data-analysis-tools/reach-gains-comparison?location=${location}&submitted=yes`;
}

/** The path of SNOTEL SWE Data with the curve of a station, by the station's `loc_ndx`. */
export function snotelPathOfSite(location: number): string {
  return `/data-analysis-tools/snotel-swe-data?chosen=site-${location}`;
}

/** Where the files of data are: their errors are plain text, which a spreadsheet shows. */
export const dataAddressPrefix = '/api/data/';

/**
 * Writes the address of a CSV, without an origin. A list becomes a parameter for each text. `table` is the state of a screen's table as a query, of which the page
 * and its size are left out.
 * @example dataAddress('daily', { site: '13037500,13038500', parameter: 'Streamflow' })
 * '/api/data/daily.csv?site=13037500,13038500&parameter=Streamflow'
 */
export function dataAddress(
  file: string,
  query: Readonly<Record<string, string | readonly string[] | undefined>>,
  table = '',
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const text of value === undefined ? [] : [value].flat()) search.append(key, text);
  }
  for (const [key, value] of new URLSearchParams(table)) {
    if (key !== 'page' && key !== 'size') search.append(key, value);
  }
  const path = `${dataAddressPrefix}${file}.csv`;
  // Commas and colons may stay as they are, and read well.
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? path : `${path}?${text}`;
}
