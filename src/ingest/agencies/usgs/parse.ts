import * as z from 'zod/mini';
import { formatDay } from '#domain/calendar.ts';
import { parseInstantDay } from '../../parse-day.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import type { UsgsRow } from './merge-records.ts';

const service = 'the USGS Water Data API';

const text = z.optional(z.nullable(z.string()));

const Page = z.object({
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
  links: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
});

/**
 * A page of `daily` or `field-measurements`: its rows, and the address of the next page, to be followed as it is.
 * Field measurements are instants; theirs is the day in America/Denver.
 * @throws SourceRefused
 */
export function parseValuesPage(page: string): { rows: UsgsRow[]; next: string | undefined } {
  const { features, links = [] } = parseResponse(Page, parseJson(page, service), service);
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

/** What is no instant stays as it is, and is refused as a day. */
function dateOf(time: string): string {
  const day = time.includes('T') ? parseInstantDay(time) : undefined;
  return day === undefined ? time : formatDay(day);
}
