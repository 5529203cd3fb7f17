import * as z from 'zod/mini';
import { dailyMean, parametersByCode } from '../../agencies/usgs/codes.ts';
import { Links, nextLink, optionalText, service } from '../../agencies/usgs/parse.ts';
import { defaultAddress, fetchPages, rowsPerPage } from '../../agencies/usgs/requests.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
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

const Location = z.object({
  monitoring_location_name: optionalText,
  site_type_code: optionalText,
  hydrologic_unit_code: optionalText,
  altitude: z.optional(z.nullable(z.number())),
});

const Locations = z.object({
  features: z.array(
    z.object({
      id: z.string(),
      properties: Location,
      geometry: z.optional(z.nullable(z.object({ coordinates: z.array(z.number()) }))),
    }),
  ),
  links: Links,
});

const DailyRecord = z.object({
  monitoring_location_id: z.string(),
  parameter_code: z.string(),
  statistic_id: optionalText,
  begin: optionalText,
  end: optionalText,
});

const DailyRecords = z.object({
  features: z.array(z.object({ properties: DailyRecord })),
  links: Links,
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
    records.push(...page.records);
  }

  tools.onProgress('Fetching the monitoring locations of USGS');
  const locations: UsgsLocation[] = [];
  const locationsUrl = createUrl('monitoring-locations', Object.keys(Location.shape), tools);
  const request = { url: locationsUrl, body: JSON.stringify(isWithinUnit) };
  for await (const page of fetchPages(request, parseLocations, context)) locations.push(...page.locations);
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

function parseDailyRecords(text: string) {
  const { features, links } = parseResponse(DailyRecords, parseJson(text, service), service);
  const isWanted = ({ parameter_code, statistic_id }: z.output<typeof DailyRecord>) =>
    statistic_id === dailyMean && parameter_code in parametersByCode;
  return {
    records: features
      .filter(({ properties }) => isWanted(properties))
      .map(({ properties: { monitoring_location_id, parameter_code, begin, end } }): UsgsDailyRecord => {
        const [beginDay, endDay] = [begin?.slice(0, 10), end?.slice(0, 10)];
        return { location: monitoring_location_id, code: parameter_code, begin: beginDay, end: endDay };
      }),
    next: nextLink(links),
  };
}

function parseLocations(text: string) {
  const { features, links } = parseResponse(Locations, parseJson(text, service), service);
  return {
    locations: features.map(({ id, properties, geometry }): UsgsLocation => {
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
    }),
    next: nextLink(links),
  };
}
