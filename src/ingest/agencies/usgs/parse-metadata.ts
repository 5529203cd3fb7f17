import * as z from 'zod/mini';
import { parseDay } from '#domain/calendar.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';

const service = 'the USGS Water Data API';
const text = z.optional(z.nullable(z.string()));

const Links = z.optional(z.array(z.object({ rel: z.string(), href: z.string() })));
const MonitoringLocations = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        monitoring_location_number: z.string(),
        altitude: z.optional(z.nullable(z.number())),
        hydrologic_unit_code: text,
      }),
    }),
  ),
});
const SeriesMetadata = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        monitoring_location_id: z.string(),
        id: text,
        parameter_code: z.string(),
        statistic_id: text,
        begin: text,
        end: text,
      }),
    }),
  ),
  links: Links,
});

/** What USGS says of a site: its number, altitude in feet, and the first ten digits of its hydrologic unit. */
export type UsgsSite = {
  readonly number: string;
  readonly elevationFt: number | undefined;
  readonly huc10: string | undefined;
};

/** Reads an answer of `monitoring-locations`. One site in twenty has no unit of ten digits. @throws SourceRefused */
export function parseMonitoringLocations(answer: string): UsgsSite[] {
  return parseResponse(MonitoringLocations, parseJson(answer, service), service).features.map(
    ({ properties: site }) => ({
      number: site.monitoring_location_number,
      elevationFt: site.altitude ?? undefined,
      huc10: /^\d{10}/.exec(site.hydrologic_unit_code ?? '')?.[0],
    }),
  );
}

/** A daily record: of what, as `13037500 00060`, its id, and its length in days where both its ends are known. */
export type UsgsRecordInfo = {
  readonly siteAndCode: string;
  readonly id: string;
  readonly days: number | undefined;
};

/** Reads a page of `time-series-metadata`. @throws SourceRefused */
export function parseSeriesMetadata(page: string): { records: UsgsRecordInfo[]; next: string | undefined } {
  const { features, links = [] } = parseResponse(SeriesMetadata, parseJson(page, service), service);
  return {
    records: features.map(({ properties: { monitoring_location_id, parameter_code, id, begin, end } }) => ({
      siteAndCode: `${monitoring_location_id.replace(/^[A-Z]+-/, '')} ${parameter_code}`,
      id: id ?? '',
      days: daysBetween(begin, end),
    })),
    next: links.find(({ rel }) => rel === 'next')?.href,
  };
}

function daysBetween(begin: string | null | undefined, end: string | null | undefined): number | undefined {
  const [first, last] = [begin, end].map((time) => parseDay((time ?? '').slice(0, 10)));
  return first === undefined || last === undefined ? undefined : last - first + 1;
}
