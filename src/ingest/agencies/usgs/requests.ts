import { formatDay } from '#lib/calendar.ts';
import type { FetchContext } from '../../agency.ts';
import { ServiceUnavailable, SourceRefused } from '../../source.ts';
import type { UsgsRow } from './merge-records.ts';
import {
  parseMonitoringLocations,
  parseSeriesMetadata,
  parseValuesPage,
  type UsgsRecordInfo,
  type UsgsSite,
} from './parse.ts';
import { parseNwisJson } from './parse-nwis.ts';

const defaultAddress = 'https://api.waterdata.usgs.gov/ogcapi/v0';
const legacyAddress = 'https://waterservices.usgs.gov/nwis';
const rowsPerPage = 50_000;
/** More pages than any batch has, to stop if the links of the pages go in circles. */
const maxPages = 200;
const dailyMean = '00003';

type Collection = 'daily' | 'field-measurements' | 'monitoring-locations' | 'time-series-metadata';
type RowQuery = { readonly sites: readonly string[]; readonly codes: readonly string[] };

/** Fetches every page of daily means or field measurements. */
export async function fetchRows(
  collection: 'daily' | 'field-measurements',
  query: RowQuery,
  context: FetchContext,
): Promise<UsgsRow[]> {
  const { first, last } = context;
  const isDaily = collection === 'daily';
  const url = buildUrl(collection, query, context);
  if (isDaily) url.searchParams.set('statistic_id', dailyMean);
  url.searchParams.set(
    'time',
    isDaily ? `${formatDay(first)}/${formatDay(last)}` : `${formatDay(first)}T00:00:00Z/..`,
  );
  const rows: UsgsRow[] = [];
  for await (const page of fetchPages(url, parseValuesPage, context)) {
    for (const row of page.rows)
      rows.push(isDaily ? row : { ...row, record: 'measured', isFieldMeasurement: true });
  }
  return rows;
}

/** Fetches the list of daily records; undefined if the service refuses it. @throws ServiceUnavailable */
export async function fetchRecordInfos(
  query: RowQuery,
  context: FetchContext,
): Promise<UsgsRecordInfo[] | undefined> {
  const url = buildUrl('time-series-metadata', query, context);
  url.searchParams.set('statistic_id', dailyMean);
  try {
    const found: UsgsRecordInfo[] = [];
    for await (const { records } of fetchPages(url, parseSeriesMetadata, context)) found.push(...records);
    return found;
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof ServiceUnavailable) throw error;
    return undefined;
  }
}

/** Fetches details of sites; an empty list if the service refuses them. @throws ServiceUnavailable */
export async function fetchMonitoringLocations(
  sites: readonly string[],
  context: FetchContext,
): Promise<UsgsSite[]> {
  if (sites.length === 0) return [];
  const url = buildUrl('monitoring-locations', { sites, codes: [] }, context);
  try {
    return await context.fetchWithRetry(url.href, parseMonitoringLocations);
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof ServiceUnavailable) throw error;
    return [];
  }
}

/** Fetches daily means from the legacy service, which answers 404 if there are none. @throws SourceRefused */
export async function fetchLegacyRows(
  site: string,
  codes: readonly string[],
  { first, last, fetchWithRetry, tools: { environment } }: FetchContext,
): Promise<UsgsRow[]> {
  const url = new URL(`${environment.USGS_LEGACY_URL || legacyAddress}/dv/`);
  url.search = new URLSearchParams({
    format: 'json',
    sites: site,
    parameterCd: codes.join(','),
    statCd: dailyMean,
    startDT: formatDay(first),
    endDT: formatDay(last),
    siteStatus: 'all',
  }).toString();
  return fetchWithRetry(url.href, parseNwisJson, { valueIfNotFound: [] });
}

async function* fetchPages<Page extends { readonly next: string | undefined }>(
  url: URL,
  read: (text: string) => Page,
  { fetchWithRetry }: FetchContext,
): AsyncGenerator<Page> {
  let next: string | undefined = url.href;
  for (let page = 0; next !== undefined; page += 1) {
    if (page === maxPages) throw new SourceRefused(`There are more than ${maxPages} pages.`);
    const answer: Page = await fetchWithRetry(next, read);
    yield answer;
    next = answer.next;
  }
}

function buildUrl(
  collection: Collection,
  { sites, codes }: RowQuery,
  { tools: { environment } }: FetchContext,
): URL {
  const url = new URL(`${environment.USGS_URL || defaultAddress}/collections/${collection}/items`);
  const ids = sites.map((site) => `USGS-${site}`).join(',');
  url.searchParams.set('f', 'json');
  url.searchParams.set(collection === 'monitoring-locations' ? 'id' : 'monitoring_location_id', ids);
  if (codes.length > 0) url.searchParams.set('parameter_code', codes.join(','));
  url.searchParams.set('skipGeometry', 'true');
  url.searchParams.set('limit', String(rowsPerPage));
  return url;
}
