import * as z from 'zod/mini';
import { type DayNumber, parseDay } from '#lib/calendar.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { dailyMean } from './codes.ts';
import { Links, nextLink, optionalText, service } from './parse.ts';
import { toSiteNumber } from './row.ts';

/** A time series of a site, as `time-series-metadata` describes it. */
export type UsgsRecordInfo = {
  readonly site: string;
  readonly code: string;
  /** The `time_series_id`. */
  readonly id: string;
  readonly statistic: string | undefined;
  readonly unit: string | undefined;
  readonly isPrimary: boolean;
  readonly sublocation: string | undefined;
  readonly begin: DayNumber | undefined;
  readonly end: DayNumber | undefined;
};

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

const SeriesMetadata = z.object({
  features: z.array(z.object({ id: optionalText, properties: TimeSeries })),
  links: Links,
});

/** The fields that `parseSeriesMetadata` needs. */
export const seriesMetadataFields = Object.keys(TimeSeries.shape);

/** Parses a page of `time-series-metadata`. @throws SourceRefused */
export function parseSeriesMetadata(page: string): {
  records: UsgsRecordInfo[];
  next: string | undefined;
} {
  const { features, links } = parseResponse(SeriesMetadata, parseJson(page, service), service);
  return {
    records: features.map(({ id, properties }) => ({
      site: toSiteNumber(properties.monitoring_location_id),
      code: properties.parameter_code,
      id: properties.id || id || '',
      statistic: properties.statistic_id || undefined,
      unit: properties.unit_of_measure || undefined,
      isPrimary: properties.primary === 'Primary',
      sublocation: properties.sublocation_identifier || undefined,
      begin: parseDay((properties.begin ?? '').slice(0, 10)),
      end: parseDay((properties.end ?? '').slice(0, 10)),
    })),
    next: nextLink(links),
  };
}

export const isDailyMean = ({ statistic }: UsgsRecordInfo) => statistic === dailyMean;

/** Days of a record; undefined if one of its ends is not known. */
export function daysOf({ begin, end }: UsgsRecordInfo): number | undefined {
  return begin === undefined || end === undefined ? undefined : end - begin + 1;
}
