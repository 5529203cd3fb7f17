import { todayInBasin } from '#lib/basin-clock.ts';
import { formatDay } from '#lib/calendar.ts';
import type { FetchContext } from '../../agency.ts';
import { inBatchesOf } from '../../engine/batches.ts';
import { watchPages } from '../../engine/completeness.ts';
import { isRefusedForm, ServiceBlocked } from '../../reading/http-retry.ts';
import { SourceRefused, type SourceTools } from '../../source.ts';
import { statisticsOf } from './codes.ts';
import {
  type LatestRow,
  latestFields,
  locationFields,
  parseLatestPage,
  parseMonitoringLocations,
  parseSeriesMetadata,
  parseValuesPage,
  seriesMetadataFields,
  type UsgsPage,
  type UsgsRecordInfo,
  type UsgsSite,
} from './parse.ts';
import { parseNwisJson } from './parse-nwis.ts';
import { toLocationId, type UsgsRow } from './row.ts';

const legacyAddress = 'https://waterservices.usgs.gov/nwis';
/** USGS ends its legacy service on this day. */
const legacyEnd = '2027-02-22';

const siteAndCode = ['monitoring_location_id', 'parameter_code'];
const valueFields = ['time', 'value', 'unit_of_measure', 'approval_status', 'qualifier'];

type RowQuery = { readonly sites: readonly string[]; readonly codes: readonly string[] };

/** Fetches every page of a query. @throws SourceRefused */
async function fetchAll<T>(
  fetchItems: FetchItems,
  query: ItemsQuery,
  read: (text: string) => UsgsPage<T>,
): Promise<T[]> {
  const all: T[] = [];
  if (query.sites.length === 0) return all;
  for await (const { items } of fetchItems(query, read)) for (const item of items) all.push(item);
  return all;
}

/** Fetches the daily values of a statistic in the requested days. @throws SourceRefused */
export function fetchDailyRows(
  fetchItems: FetchItems,
  { statistic, ...query }: RowQuery & { readonly statistic: string },
  { first, last }: FetchContext,
): Promise<UsgsRow[]> {
  const fields = [...siteAndCode, 'statistic_id', 'time_series_id', ...valueFields];
  const filters = { statistic_id: statistic, time: `${formatDay(first)}/${formatDay(last)}` };
  return fetchAll(fetchItems, { ...query, collection: 'daily', fields, filters }, parseValuesPage);
}

/**
 * Fetches the field measurements, from the beginning of each record: which datum a well's elevations are above is decided
 * by the whole record.
 * @throws SourceRefused
 */
export async function fetchFieldRows(fetchItems: FetchItems, query: RowQuery): Promise<UsgsRow[]> {
  const fields = [...siteAndCode, 'vertical_datum', ...valueFields];
  const rows = await fetchAll(
    fetchItems,
    { ...query, collection: 'field-measurements', fields },
    parseValuesPage,
  );
  return rows.map((row) => ({ ...row, record: 'measured', isFieldMeasurement: true }));
}

/** Fetches the latest reading of each continuous series. @throws SourceRefused */
export function fetchLatestRows(fetchItems: FetchItems, query: RowQuery): Promise<LatestRow[]> {
  return fetchAll(
    fetchItems,
    { ...query, collection: 'latest-continuous', fields: latestFields },
    parseLatestPage,
  );
}

/** Fetches the list of time series; undefined if the service refuses or fails. @throws ServiceBlocked */
export function fetchRecordInfos(
  fetchItems: FetchItems,
  query: RowQuery,
): Promise<UsgsRecordInfo[] | undefined> {
  const items: ItemsQuery = { ...query, collection: 'time-series-metadata', fields: seriesMetadataFields };
  return unlessRefused(() => fetchAll(fetchItems, items, parseSeriesMetadata));
}

/** Fetches details of sites; undefined if the service refuses or fails. @throws ServiceBlocked */
export function fetchMonitoringLocations(
  fetchItems: FetchItems,
  sites: readonly string[],
): Promise<UsgsSite[] | undefined> {
  const items: ItemsQuery = { collection: 'monitoring-locations', sites, codes: [], fields: locationFields };
  return unlessRefused(() => fetchAll(fetchItems, items, parseMonitoringLocations));
}

async function unlessRefused<T>(fetchAll: () => Promise<T>): Promise<T | undefined> {
  try {
    return await fetchAll();
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof ServiceBlocked) throw error;
    return undefined;
  }
}

/** The legacy service answers only until USGS ends it. */
export function hasLegacyService({ tools: { now } }: FetchContext): boolean {
  return todayInBasin(now()) <= legacyEnd;
}

/** Fetches daily values from the legacy service, which answers 404 if there are none. @throws SourceRefused */
export async function fetchLegacyRows(
  site: string,
  codes: readonly string[],
  { first, last, fetchWithRetry, tools: { environment } }: FetchContext,
): Promise<UsgsRow[]> {
  const url = new URL(`${environment.USGS_LEGACY_URL || legacyAddress}/dv/`);
  url.search = new URLSearchParams({
    format: 'json',
    // The legacy service parts the agency from the number by a colon.
    sites: site.replace('-', ':'),
    parameterCd: codes.join(','),
    statCd: [...new Set(codes.flatMap(statisticsOf))].join(','),
    startDT: formatDay(first),
    endDT: formatDay(last),
    siteStatus: 'all',
  }).toString();
  return fetchWithRetry(url.href, parseNwisJson, { valueIfNotFound: [] });
}

const defaultAddress = 'https://api.waterdata.usgs.gov/ogcapi/v1';
export const rowsPerPage = 50_000;
/** The most names that the service takes in a list. */
export const maxListedNames = 100;
/** More pages than any batch has. */
const maxPages = 200;

type ItemsQuery = {
  readonly collection:
    | 'daily'
    | 'latest-continuous'
    | 'field-measurements'
    | 'monitoring-locations'
    | 'time-series-metadata';
  /** Keys of sites. */
  readonly sites: readonly string[];
  readonly codes: readonly string[];
  /** The fields to answer with: a page has less than half the size then. */
  readonly fields: readonly string[];
  readonly filters?: Readonly<Record<string, string>>;
};

type ItemsRequest = { readonly url: URL; readonly body: string | undefined };

/** Fetches the pages of a query, each with its own call of `read`. @throws SourceRefused */
type FetchItems = <T>(query: ItemsQuery, read: (text: string) => UsgsPage<T>) => AsyncGenerator<UsgsPage<T>>;

type Form = 'list' | 'post';

/**
 * Creates the requests of items of many sites: up to 100 names as a list in the address, more as CQL2 by POST. If the
 * service refuses one form, even as if it had blocked the address, the other is tried once, and used from then on if it
 * is answered; long lists are divided then. `onBroken` is called where the links of pages lead nowhere.
 */
export function createItemsFetch(context: FetchContext, onBroken?: (message: string) => void): FetchItems {
  const { tools } = context;
  const refused = new Set<Form>();
  /** What is refused in both forms is refused for another reason, such as a bad name. */
  const replaced = new Set<Form>();

  return async function* fetchItems(query, read) {
    const isList = (query.sites.length <= maxListedNames && !refused.has('list')) || refused.has('post');
    const form = isList ? 'list' : 'post';
    const pagesOf = async function* (asked: Form) {
      for (const request of createRequests(tools, query, asked))
        yield* fetchPages(request, read, context, onBroken);
    };
    let status: number;
    let hasPage = false;
    try {
      for await (const page of pagesOf(form)) {
        hasPage = true;
        yield page;
      }
      return;
    } catch (error) {
      if (!isRefusedForm(error) || hasPage || refused.size > 0 || replaced.has(form)) throw error;
      status = error.status ?? 0;
      replaced.add(form);
    }
    const other = isList ? 'post' : 'list';
    for await (const page of pagesOf(other)) {
      if (!refused.has(form)) {
        tools.onProgress(
          `USGS refused ${formNames[form]} (status ${status}) and answers ${formNames[other]}, which are used from now on.`,
        );
      }
      refused.add(form);
      yield page;
    }
  };
}

const formNames: Readonly<Record<Form, string>> = {
  list: `lists of up to ${maxListedNames} sites`,
  post: 'queries by POST',
};

function createRequests(tools: SourceTools, query: ItemsQuery, form: Form): ItemsRequest[] {
  if (form === 'post') return [createPost(tools, query)];
  return inBatchesOf(query.sites, maxListedNames).map((listed) => {
    const url = createItemsUrl(tools, query);
    url.searchParams.set(siteField(query), listed.map(toLocationId).join(','));
    if (query.codes.length > 0) url.searchParams.set('parameter_code', query.codes.join(','));
    return { url, body: undefined };
  });
}

function createPost(tools: SourceTools, query: ItemsQuery): ItemsRequest {
  const isIn = (property: string, values: readonly string[]) => ({ op: 'in', args: [{ property }, values] });
  const sites = isIn(siteField(query), query.sites.map(toLocationId));
  const filter =
    query.codes.length > 0 ? { op: 'and', args: [sites, isIn('parameter_code', query.codes)] } : sites;
  return { url: createItemsUrl(tools, query), body: JSON.stringify(filter) };
}

/** The address of a page of a collection, whose names are in the request's list or body. */
export function createItemsUrl(
  { environment }: Pick<SourceTools, 'environment'>,
  { collection, filters = {}, fields }: Pick<ItemsQuery, 'collection' | 'filters' | 'fields'>,
): URL {
  const url = new URL(`${environment.USGS_URL || defaultAddress}/collections/${collection}/items`);
  url.search = new URLSearchParams({
    f: 'json',
    properties: fields.join(','),
    skipGeometry: 'true',
    limit: String(rowsPerPage),
    ...filters,
  }).toString();
  return url;
}

function siteField({ collection }: ItemsQuery): string {
  return collection === 'monitoring-locations' ? 'id' : 'monitoring_location_id';
}

/**
 * Fetches a request's page, and those that its links lead to. Ends where they go in circles, and
 * calls `onBroken`; so it does if fewer items came than the service counts.
 * @throws SourceRefused
 */
export async function* fetchPages<T>(
  { url, body }: ItemsRequest,
  read: (text: string) => UsgsPage<T>,
  { fetchWithRetry }: Pick<FetchContext, 'fetchWithRetry'>,
  onBroken = (message: string): void => {
    throw new SourceRefused(message);
  },
): AsyncGenerator<UsgsPage<T>> {
  const settings =
    body === undefined ? {} : { body, headers: { 'content-type': 'application/query-cql-json' } };
  const faultOf = watchPages();
  const collection = /([^/]+)\/items$/.exec(url.pathname)?.[1] ?? url.pathname;
  let next: string | undefined = url.href;
  let [count, matched] = [0, 0];
  for (let page = 1; next !== undefined; page += 1) {
    if (page > maxPages) throw new SourceRefused(`There are more than ${maxPages} pages.`);
    const answer: UsgsPage<T> = await fetchWithRetry(next, read, settings);
    const fault = faultOf(answer.items);
    if (fault !== undefined && (answer.next !== undefined || answer.items.length > 0)) {
      onBroken(
        `The pages of ${collection} lead nowhere: ${fault} (page ${page}). What was to follow did not arrive.`,
      );
      return;
    }
    yield answer;
    count += answer.items.length;
    matched = answer.matched ?? matched;
    next = answer.next === undefined ? undefined : resolveNext(answer.next, url);
  }
  if (count < matched) onBroken(`${count} of ${matched} items of ${collection} arrived.`);
}

/**
 * Resolves the link to the next page. It may lead to another version of the service, but not to another host, which
 * would be sent the key.
 */
function resolveNext(link: string, from: URL): string {
  const next = URL.parse(link, from);
  if (next?.origin !== from.origin) {
    throw new SourceRefused(`The next page is on another host than ${from.host}: ${link}.`);
  }
  return next.href;
}
