import type { BasinSite } from '#contract/basin.ts';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';

/** The agencies that publish statistics, by the names of their sources. */
type OfficialAgency = 'nrcs' | 'usgs';

/** A value that is not stored, with the reason. `at` is its day of the year or its publication date, as read. */
export type OfficialRejection = { readonly at: string; readonly value: string; readonly reason: string };

/** `statistic`: `median`, `p05` to `p95` or `median_peak`. The value is in the portal's unit. */
export type OfficialStatistic = {
  readonly statistic: string;
  /** `MM-DD`. */
  readonly monthDay: string;
  readonly value: number;
  /** The number of years; undefined if the agency does not say. */
  readonly years: number | undefined;
};

/** The statistics of a series. `name` is the agency's own, e.g. `546:ID:SNTL WTEQ`. */
export type OfficialSet = {
  readonly name: string;
  readonly parameter: ParameterNdx;
  /** The years that the agency computes them from. */
  readonly period: string;
  readonly statistics: readonly OfficialStatistic[];
  /** Days that the agency lists without a statistic. */
  readonly missing: number;
  readonly rejections: readonly OfficialRejection[];
  readonly notes: readonly string[];
};

/** A forecast of a volume in acre-feet. Days are `MM-DD`, the publication date `YYYY-MM-DD`. */
export type OfficialForecast = {
  readonly station: string;
  readonly pointName: string | undefined;
  readonly publicationDate: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The chance in percent that the volume is exceeded. */
  readonly exceedance: number;
  readonly valueAf: number;
  readonly normalAf: number | undefined;
};

/** What an agency publishes about a site. `name` is the agency's own. */
export type OfficialSite =
  | {
      readonly kind: 'statistics';
      readonly name: string;
      readonly agency: OfficialAgency;
      readonly site: BasinSite;
      readonly sets: readonly OfficialSet[];
    }
  | {
      readonly kind: 'forecasts';
      readonly name: string;
      readonly site: BasinSite;
      readonly forecasts: readonly OfficialForecast[];
      readonly missing: number;
      readonly rejections: readonly OfficialRejection[];
    }
  | { readonly kind: 'refused'; readonly name: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly name: string };

const signedParameters: ReadonlySet<ParameterNdx> = new Set([
  parameterNdx.airTemperature,
  parameterNdx.depthToWater,
  parameterNdx.groundwaterElevation,
  parameterNdx.reachGain,
]);

/** Whether a statistic of the parameter may be below zero; elsewhere that is a marker for a missing value. */
export function mayBeNegative(parameter: ParameterNdx): boolean {
  return signedParameters.has(parameter);
}

/**
 * Checks a day of the year, `MM-DD`; February 29 is one.
 * @example isMonthDay('02-30') // false
 */
export function isMonthDay(text: string): boolean {
  return parseDay(`2000-${text}`) !== undefined;
}

/** Formats a month, 1 to 12, and a day as `MM-DD`, whether or not there is such a day. */
export function formatMonthDay(month: number, day: number): string {
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
