import { formatDay, todayInBasin } from '#lib/calendar.ts';
import type { FetchContext } from '../../agency.ts';
import { ServiceBlocked } from '../../http-retry.ts';
import { SourceRefused } from '../../source.ts';
import { dailyMean } from './codes.ts';
import type { FetchItems } from './items.ts';
import { locationFields, parseMonitoringLocations, parseValuesPage, type UsgsSite } from './parse.ts';
import { parseNwisJson } from './parse-nwis.ts';
import { parseSeriesMetadata, seriesMetadataFields, type UsgsRecordInfo } from './record-info.ts';
import type { UsgsRow } from './row.ts';

const legacyAddress = 'https://waterservices.usgs.gov/nwis';
/** USGS ends its legacy service on this day. */
const legacyEnd = '2027-02-22';

const siteAndCode = ['monitoring_location_id', 'parameter_code'];
const valueFields = ['time', 'value', 'unit_of_measure', 'approval_status', 'qualifier'];

type RowQuery = { readonly sites: readonly string[]; readonly codes: readonly string[] };

/** Fetches every page of the daily means in the requested days. @throws SourceRefused */
export async function fetchDailyRows(
  fetchItems: FetchItems,
  query: RowQuery,
  { first, last }: FetchContext,
): Promise<UsgsRow[]> {
  if (query.sites.length === 0) return [];
  const pages = fetchItems(
    {
      ...query,
      collection: 'daily',
      fields: [...siteAndCode, 'statistic_id', 'time_series_id', ...valueFields],
      filters: { statistic_id: dailyMean, time: `${formatDay(first)}/${formatDay(last)}` },
    },
    parseValuesPage,
  );
  const rows: UsgsRow[] = [];
  for await (const page of pages) for (const row of page.rows) rows.push(row);
  return rows;
}

/**
 * Fetches every page of the field measurements, from the beginning of each record: which datum a well's elevations are
 * above is decided by the whole record.
 * @throws SourceRefused
 */
export async function fetchFieldRows(fetchItems: FetchItems, query: RowQuery): Promise<UsgsRow[]> {
  if (query.sites.length === 0) return [];
  const pages = fetchItems(
    {
      ...query,
      collection: 'field-measurements',
      fields: [...siteAndCode, 'vertical_datum', ...valueFields],
    },
    parseValuesPage,
  );
  const rows: UsgsRow[] = [];
  for await (const page of pages) {
    for (const row of page.rows) rows.push({ ...row, record: 'measured', isFieldMeasurement: true });
  }
  return rows;
}

/** Fetches the list of time series; undefined if the service refuses or fails. @throws ServiceBlocked */
export async function fetchRecordInfos(
  fetchItems: FetchItems,
  query: RowQuery,
): Promise<UsgsRecordInfo[] | undefined> {
  return unlessRefused(async () => {
    const found: UsgsRecordInfo[] = [];
    const pages = fetchItems(
      { ...query, collection: 'time-series-metadata', fields: seriesMetadataFields },
      parseSeriesMetadata,
    );
    for await (const { records } of pages) found.push(...records);
    return found;
  });
}

/** Fetches details of sites; undefined if the service refuses or fails. @throws ServiceBlocked */
export async function fetchMonitoringLocations(
  fetchItems: FetchItems,
  sites: readonly string[],
): Promise<UsgsSite[] | undefined> {
  if (sites.length === 0) return [];
  return unlessRefused(async () => {
    const found: UsgsSite[] = [];
    const pages = fetchItems(
      { collection: 'monitoring-locations', sites, codes: [], fields: locationFields },
      parseMonitoringLocations,
    );
    for await (const page of pages) found.push(...page.sites);
    return found;
  });
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
