import * as z from 'zod/mini';
import { parseDay } from '#lib/calendar.ts';
import { readInstant } from '../../reading/parse-day.ts';
import { parseJson, parseResponse } from '../../reading/parse-response.ts';
import { type SentReading, SourceRefused } from '../../source.ts';
import { statisticsOf } from './codes.ts';
import { joinSiteKey, toRow, toSiteKey, type UsgsRow } from './row.ts';

export const service = 'the USGS Water Data API';

export const optionalText = z.optional(z.nullable(z.string()));

const Links = z.optional(z.nullable(z.array(z.object({ rel: z.string(), href: z.string() }))));

/** Items of a collection, the URL of the next page, and how many items all pages have, where the service says so. */
export type UsgsPage<T> = {
  readonly items: readonly T[];
  readonly next: string | undefined;
  readonly matched?: number | undefined;
};

/** Parses a page of a collection, each of its features to an item. @throws SourceRefused */
export function parsePage<F, T>(
  page: string,
  feature: z.ZodMiniType<F>,
  toItem: (feature: F, at: number) => T,
): UsgsPage<T> {
  const numberMatched = z.optional(z.nullable(z.unknown()));
  const schema = z.object({ features: z.array(feature), links: Links, numberMatched });
  const {
    features,
    links,
    numberMatched: matched,
  } = parseResponse(schema, parseJson(page, service), service);
  return {
    items: features.map(toItem),
    next: links?.find(({ rel }) => rel === 'next')?.href,
    // A service may say `unknown`.
    matched: typeof matched === 'number' ? matched : undefined,
  };
}

const Feature = z.object({
  properties: z.object({
    monitoring_location_id: optionalText,
    parameter_code: optionalText,
    statistic_id: optionalText,
    time_series_id: optionalText,
    time: z.string(),
    value: z.optional(z.nullable(z.union([z.string(), z.number()]))),
    unit_of_measure: optionalText,
    vertical_datum: optionalText,
    approval_status: optionalText,
    qualifier: z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
  }),
});

/**
 * Parses a page of `daily`, `field-measurements` or `continuous` to its rows and the URL of the next page. Rows that do
 * not name their site belong to `site`.
 * @throws SourceRefused
 */
export function parseValuesPage(page: string, site?: string): UsgsPage<UsgsRow> {
  return parsePage(page, z.unknown(), (feature, at) => parseFeature(feature, at, site));
}

/** Parses one of the features of a page; `at` is its place, from 0. @throws SourceRefused */
export function parseFeature(feature: unknown, at: number, site: string | undefined): UsgsRow {
  const { properties } = parseResponse(Feature, feature, service, ['features', at]);
  const { value, qualifier } = properties;
  const qualifiers = typeof qualifier === 'string' ? [qualifier] : (qualifier ?? []);
  const row = toRow(
    { ...properties, qualifiers, value: value === null || value === undefined ? null : String(value) },
    at + 1,
    site,
  );
  requireNames(row);
  return row;
}

/** @throws SourceRefused if a row does not name its site or its parameter */
export function requireNames({ site, code, line }: UsgsRow): void {
  if (site === '') {
    throw new SourceRefused(
      `Row ${line} does not name its site (monitoring_location_id). Add --sites with the site's number.`,
    );
  }
  if (code === '') {
    throw new SourceRefused(
      `Row ${line} does not name its parameter (parameter_code). Save the response with that field.`,
    );
  }
}

const Latest = z.object({
  monitoring_location_id: z.string(),
  parameter_code: z.string(),
  time_series_id: optionalText,
  statistic_id: optionalText,
  // A value or a time that is none costs its own series, not the page.
  time: z.optional(z.unknown()),
  value: z.optional(z.unknown()),
  unit_of_measure: optionalText,
  approval_status: optionalText,
});

/** The fields that `parseLatestPage` needs. */
export const latestFields = Object.keys(Latest.shape);

/** The latest reading of a continuous series; `id` is the `time_series_id`. */
export type LatestRow = ReturnType<typeof parseLatestPage>['items'][number];

/** Parses a page of `latest-continuous`. @throws SourceRefused */
export function parseLatestPage(page: string) {
  return parsePage(page, z.object({ properties: Latest }), ({ properties }) => {
    const { time, value, approval_status } = properties;
    const isCell = value === undefined || value === null || typeof value === 'number';
    const reading: SentReading = {
      time: readInstant(typeof time === 'string' ? time : undefined),
      value: isCell ? value : typeof value === 'string' ? value : JSON.stringify(value),
      approval: approval_status === 'Approved' ? 'A' : 'P',
    };
    return {
      site: toSiteKey(properties.monitoring_location_id),
      code: properties.parameter_code,
      id: properties.time_series_id ?? '',
      statistic: properties.statistic_id || undefined,
      unit: properties.unit_of_measure || undefined,
      reading,
    };
  });
}

const Location = z.object({
  agency_code: optionalText,
  monitoring_location_number: z.string(),
  altitude: z.optional(z.nullable(z.number())),
  hydrologic_unit_code: optionalText,
});

/** The fields that `parseMonitoringLocations` needs. */
export const locationFields = Object.keys(Location.shape);

/** A site's key, altitude in feet, and the first ten digits of its hydrologic unit code. */
export type UsgsSite = ReturnType<typeof parseMonitoringLocations>['items'][number];

/** Parses a page of `monitoring-locations`. One site in twenty has no ten-digit unit code. @throws SourceRefused */
export function parseMonitoringLocations(page: string) {
  return parsePage(page, z.object({ properties: Location }), ({ properties: site }) => ({
    key: joinSiteKey(site.agency_code ?? undefined, site.monitoring_location_number),
    elevationFt: site.altitude ?? undefined,
    huc10: /^\d{10}/.exec(site.hydrologic_unit_code ?? '')?.[0],
  }));
}

/** A time series of a site, as `time-series-metadata` describes it; `id` is the `time_series_id`. */
export type UsgsRecordInfo = ReturnType<typeof parseSeriesMetadata>['items'][number];

const TimeSeries = z.object({
  monitoring_location_id: z.string(),
  id: optionalText,
  parameter_code: z.string(),
  statistic_id: optionalText,
  unit_of_measure: optionalText,
  primary: optionalText,
  sublocation_identifier: optionalText,
  begin: optionalText,
  end: optionalText,
});

const SeriesMetadata = z.object({ id: optionalText, properties: TimeSeries });

/** The fields that `parseSeriesMetadata` needs. */
export const seriesMetadataFields = Object.keys(TimeSeries.shape);

/** Parses a page of `time-series-metadata`. @throws SourceRefused */
export function parseSeriesMetadata(page: string) {
  return parsePage(page, SeriesMetadata, ({ id, properties }) => ({
    site: toSiteKey(properties.monitoring_location_id),
    code: properties.parameter_code,
    id: properties.id || id || '',
    statistic: properties.statistic_id || undefined,
    unit: properties.unit_of_measure || undefined,
    isPrimary: properties.primary === 'Primary',
    sublocation: properties.sublocation_identifier || undefined,
    begin: parseDay((properties.begin ?? '').slice(0, 10)),
    end: parseDay((properties.end ?? '').slice(0, 10)),
  }));
}

/** Whether a time series has a statistic of the day that the portal stores. */
export const isDaily = ({ code, statistic = '' }: Pick<UsgsRecordInfo, 'code' | 'statistic'>) =>
  statisticsOf(code).includes(statistic);

/** Days of a record; undefined if one of its ends is not known. */
export function daysOf({ begin, end }: UsgsRecordInfo): number | undefined {
  return begin === undefined || end === undefined ? undefined : end - begin + 1;
}
