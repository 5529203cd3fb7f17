import * as z from 'zod/mini';
import { dailyMean, parametersByCode } from '../../agencies/usgs/codes.ts';
import { optionalText, type Page, parsePage } from '../../agencies/usgs/parse.ts';
import { defaultAddress, fetchPages, rowsPerPage } from '../../agencies/usgs/requests.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import type { SourceTools } from '../../source.ts';

/** A monitoring location as the service lists it. */
export type UsgsLocation = {
  /** E.g. `USGS-13037500`. */
  readonly id: string;
  readonly name: string;
  /** The code of the kind of site, e.g. `ST` or `ST-CA`. */
  readonly type: string;
  readonly lat: number | undefined;
  readonly lon: number | undefined;
  readonly elevationFt: number | undefined;
  /** Up to 12 digits. */
  readonly hydrologicUnit: string;
};

/** A record of daily means; `begin` and `end` are days, `YYYY-MM-DD`. */
export type UsgsDailyRecord = {
  /** The id of its monitoring location. */
  readonly location: string;
  readonly code: string;
  readonly begin: string | undefined;
  readonly end: string | undefined;
};

const LocationFields = z.object({
  monitoring_location_name: optionalText,
  site_type_code: optionalText,
  hydrologic_unit_code: optionalText,
  altitude: z.optional(z.nullable(z.number())),
});

const Location = z.object({
  id: z.string(),
  properties: LocationFields,
  geometry: z.optional(z.nullable(z.object({ coordinates: z.array(z.number()) }))),
});

const DailyRecord = z.object({
  monitoring_location_id: z.string(),
  parameter_code: z.string(),
  statistic_id: optionalText,
  begin: optionalText,
  end: optionalText,
});

/**
 * Lists the monitoring locations of a hydrologic unit, and the records of daily means of the portal's parameters there.
 * @throws SourceRefused
 */
export async function listUsgsSites(
  unit: string,
  tools: SourceTools,
): Promise<{ locations: UsgsLocation[]; records: UsgsDailyRecord[] }> {
  const headers: Record<string, string> = tools.environment.USGS_API_KEY
    ? { 'x-api-key': tools.environment.USGS_API_KEY }
    : {};
  const context = { fetchWithRetry: createRetryingFetch(tools, { headers, pauseMs: 200 }) };
  const isWithinUnit = { op: 'like', args: [{ property: 'hydrologic_unit_code' }, `${unit}%`] };
  const isKnownCode = { op: 'in', args: [{ property: 'parameter_code' }, Object.keys(parametersByCode)] };

  tools.onProgress('Fetching the daily records of USGS');
  const records: UsgsDailyRecord[] = [];
  const recordsUrl = createUrl('time-series-metadata', Object.keys(DailyRecord.shape), tools);
  recordsUrl.searchParams.set('statistic_id', dailyMean);
  recordsUrl.searchParams.set('skipGeometry', 'true');
  const body = JSON.stringify({ op: 'and', args: [isWithinUnit, isKnownCode] });
  for await (const page of fetchPages({ url: recordsUrl, body }, parseDailyRecords, context)) {
    records.push(...page.items.flat());
  }

  tools.onProgress('Fetching the monitoring locations of USGS');
  const locations: UsgsLocation[] = [];
  const locationsUrl = createUrl('monitoring-locations', Object.keys(LocationFields.shape), tools);
  const request = { url: locationsUrl, body: JSON.stringify(isWithinUnit) };
  for await (const page of fetchPages(request, parseLocations, context)) locations.push(...page.items);
  return { locations, records };
}

function createUrl(collection: string, fields: readonly string[], { environment }: SourceTools): URL {
  const url = new URL(`${environment.USGS_URL || defaultAddress}/collections/${collection}/items`);
  url.search = new URLSearchParams({
    f: 'json',
    properties: fields.join(','),
    limit: String(rowsPerPage),
  }).toString();
  return url;
}

/** Each item is a record, or none if it is not one of daily means of these parameters. */
function parseDailyRecords(text: string): Page<UsgsDailyRecord[]> {
  return parsePage(text, z.object({ properties: DailyRecord }), ({ properties }) => {
    const { monitoring_location_id, parameter_code, statistic_id, begin, end } = properties;
    if (statistic_id !== dailyMean || !(parameter_code in parametersByCode)) return [];
    const days = { begin: begin?.slice(0, 10), end: end?.slice(0, 10) };
    return [{ location: monitoring_location_id, code: parameter_code, ...days }];
  });
}

function parseLocations(text: string): Page<UsgsLocation> {
  return parsePage(text, Location, ({ id, properties, geometry }) => {
    const [lon, lat] = geometry?.coordinates ?? [];
    return {
      id,
      name: properties.monitoring_location_name?.trim() || id,
      type: properties.site_type_code ?? '',
      lat,
      lon,
      elevationFt: properties.altitude ?? undefined,
      hydrologicUnit: properties.hydrologic_unit_code ?? '',
    };
  });
}
