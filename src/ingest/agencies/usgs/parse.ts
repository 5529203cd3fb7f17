import * as z from 'zod/mini';
import { formatDay, parseDay } from '#lib/calendar.ts';
import { parseInstantDay } from '../../parse-day.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import type { UsgsRow } from './merge-records.ts';

const service = 'the USGS Water Data API';

const text = z.optional(z.nullable(z.string()));

const Links = z.optional(z.array(z.object({ rel: z.string(), href: z.string() })));

const ValuesPage = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        monitoring_location_id: z.string(),
        parameter_code: z.string(),
        statistic_id: text,
        time_series_id: text,
        time: z.string(),
        value: z.optional(z.nullable(z.union([z.string(), z.number()]))),
        approval_status: text,
        qualifier: z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
      }),
    }),
  ),
  links: Links,
});

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

/**
 * Parses a page of `daily` or `field-measurements` to its rows and the URL of the next page. A field measurement has
 * a time; its date is the day in America/Denver.
 * @throws SourceRefused
 */
export function parseValuesPage(page: string): { rows: UsgsRow[]; next: string | undefined } {
  const { features, links = [] } = parseResponse(ValuesPage, parseJson(page, service), service);
  const rows = features.map(({ properties: row }, at): UsgsRow => {
    const { qualifier } = row;
    return {
      site: row.monitoring_location_id.replace(/^[A-Z]+-/, ''),
      code: row.parameter_code,
      record: row.time_series_id ?? row.statistic_id ?? '',
      date: dateOf(row.time),
      time: row.time,
      value: row.value === null || row.value === undefined ? null : String(row.value),
      isApproved: row.approval_status === 'Approved',
      qualifiers: typeof qualifier === 'string' ? [qualifier] : (qualifier ?? []),
      line: at + 1,
    };
  });
  return { rows, next: links.find(({ rel }) => rel === 'next')?.href };
}

/** Converts an instant to its date. Other text stays as it is, to be refused later with its row. */
function dateOf(time: string): string {
  const day = time.includes('T') ? parseInstantDay(time) : undefined;
  return day === undefined ? time : formatDay(day);
}

/** A site's number, altitude in feet, and the first ten digits of its hydrologic unit code. */
export type UsgsSite = {
  readonly number: string;
  readonly elevationFt: number | undefined;
  readonly huc10: string | undefined;
};

/** Parses `monitoring-locations`. One site in twenty has no ten-digit unit code. @throws SourceRefused */
export function parseMonitoringLocations(answer: string): UsgsSite[] {
  return parseResponse(MonitoringLocations, parseJson(answer, service), service).features.map(
    ({ properties: site }) => ({
      number: site.monitoring_location_number,
      elevationFt: site.altitude ?? undefined,
      huc10: /^\d{10}/.exec(site.hydrologic_unit_code ?? '')?.[0],
    }),
  );
}

/** A daily record: its site and code, such as `13037500 00060`, its id, and its days if both its ends are known. */
export type UsgsRecordInfo = {
  readonly siteAndCode: string;
  readonly id: string;
  readonly days: number | undefined;
};

/** Parses a page of `time-series-metadata`. @throws SourceRefused */
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
