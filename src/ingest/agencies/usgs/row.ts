import { type DayNumber, formatDay, parseDay } from '#lib/calendar.ts';
import { parseInstantDay } from '../../parse-day.ts';

/** A value as USGS sent it, from any of its services. */
export type UsgsRow = {
  /** The site number, without the agency's prefix. */
  readonly site: string;
  /** Parameter code, `00060`. */
  readonly code: string;
  /** Distinguishes several records of one parameter at a site, by sensor or by statistic. */
  readonly record: string;
  /** The `time_series_id` of the Water Data API. */
  readonly seriesId?: string | undefined;
  /** `00003` for a daily mean; undefined if the row does not say. */
  readonly statistic: string | undefined;
  /** As USGS spells it, `ft^3/s`; undefined if the row does not say. */
  readonly unit: string | undefined;
  /** The datum of an elevation, `NAVD88`. */
  readonly datum?: string | undefined;
  /** Measured by hand. Any recorder's value for the day takes precedence. */
  readonly isFieldMeasurement?: boolean;
  /** `YYYY-MM-DD`, the calendar day at the site. */
  readonly date: string;
  /** The instant of a reading within a day. */
  readonly time?: string | undefined;
  /** The value as text; null if missing. */
  readonly value: string | null;
  readonly isApproved: boolean;
  /** As USGS spells them: words or letters. */
  readonly qualifiers: readonly string[];
  readonly line: number;
};

/** The fields of an observation in any format of the Water Data API. Absent ones are undefined, null or empty. */
export type Observation = {
  readonly [name in
    | 'monitoring_location_id'
    | 'parameter_code'
    | 'statistic_id'
    | 'time_series_id'
    | 'time'
    | 'unit_of_measure'
    | 'vertical_datum'
    | 'approval_status']?: string | null | undefined;
} & {
  readonly value: string | null;
  readonly qualifiers: readonly string[];
};

/**
 * Converts an observation of `daily`, `field-measurements` or `continuous` to a row. A field measurement belongs to no
 * time series and has no statistic; its date is the day in the basin's time zone.
 */
export function toRow(from: Observation, line: number, site: string | undefined): UsgsRow {
  const { day, instant } = splitTime(from.time ?? '');
  const seriesId = from.time_series_id || undefined;
  const statistic = from.statistic_id || undefined;
  const isFieldMeasurement = instant !== undefined && seriesId === undefined && statistic === undefined;
  return {
    site: toSiteNumber(from.monitoring_location_id || site || ''),
    code: from.parameter_code ?? '',
    record: isFieldMeasurement ? 'measured' : `${seriesId ?? ''} ${statistic ?? ''}`,
    seriesId,
    statistic,
    unit: from.unit_of_measure || undefined,
    datum: from.vertical_datum || undefined,
    isFieldMeasurement,
    date: day,
    time: instant,
    value: from.value,
    isApproved: from.approval_status === 'Approved',
    qualifiers: from.qualifiers,
    line,
  };
}

/** Days by their text; a file for many sites repeats each date. */
const knownDays = new Map<string, DayNumber | undefined>();
const maxKnownDays = 100_000;

/** The day of a row; undefined if its date is none. */
export function dayOf({ date }: UsgsRow): DayNumber | undefined {
  if (!knownDays.has(date)) {
    if (knownDays.size >= maxKnownDays) knownDays.clear();
    knownDays.set(date, parseDay(date));
  }
  return knownDays.get(date);
}

/** @example toSiteNumber('USGS-13037500') // '13037500' */
export function toSiteNumber(id: string): string {
  return id.replace(/^[A-Z]+-/, '');
}

/**
 * Splits a time into its day and, if it is not a whole day, the instant. Text that is neither stays as it is, to be
 * refused later with its row.
 */
export function splitTime(time: string): { readonly day: string; readonly instant: string | undefined } {
  const midnight = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?)?$/.exec(time.trim());
  if (midnight) return { day: midnight[1] ?? '', instant: undefined };
  const day = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/.test(time) ? parseInstantDay(time) : undefined;
  return day === undefined ? { day: time, instant: undefined } : { day: formatDay(day), instant: time };
}
