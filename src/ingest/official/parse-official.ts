import * as z from 'zod/mini';
import type { BasinSite } from '#contract/basin/basin.ts';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';
import { elements } from '../agencies/nrcs.ts';
import { dailyMean } from '../agencies/usgs/codes.ts';
import { toSiteKey } from '../agencies/usgs/row.ts';
import { readNumber, ServiceNumber } from '../reading/parse-number.ts';
import { parseJson, parseResponse } from '../reading/parse-response.ts';
import { checkUnit, convertUnit, type UnitConversion } from '../reading/units.ts';
import type { Target } from '../source.ts';

/** The agencies that publish statistics, by the names of their sources. */
type OfficialAgency = 'nrcs' | 'usgs';

/** A value that is not stored, with the reason. `day` is its day of the year or its publication date, as read. */
export type OfficialRejection = { readonly day: string; readonly value: string; readonly reason: string };

/** `statistic`: `median`, `p05` to `p95` or `median_peak`. The value is in the portal's unit. */
type OfficialStatistic = {
  readonly statistic: string;
  /** `MM-DD`. */
  readonly month_day: string;
  readonly value: number;
  /** The number of years; null if the agency does not say. */
  readonly years: number | null;
};

/** The statistics of a series. `name` is the agency's own, e.g. `546:ID:SNTL WTEQ`. */
type OfficialSet = {
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
type OfficialForecast = {
  readonly station: string;
  readonly point_name: string | null;
  readonly publication_date: string;
  readonly period_start: string;
  readonly period_end: string;
  /** The chance in percent that the volume is exceeded. */
  readonly exceedance: number;
  readonly value_af: number;
  readonly normal_af: number | null;
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
  | { readonly kind: 'refused' | 'incomplete'; readonly name: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly name: string };

const signedParameters: ReadonlySet<ParameterNdx> = new Set([
  parameterNdx.airTemperature,
  parameterNdx.depthToWater,
  parameterNdx.groundwaterElevation,
  parameterNdx.reachGain,
]);

/** Whether a statistic of the parameter may be below zero; elsewhere that is a marker for a missing value. */
function mayBeNegative(parameter: ParameterNdx): boolean {
  return signedParameters.has(parameter);
}

/**
 * Checks a day of the year, `MM-DD`; February 29 is one.
 * @example isMonthDay('02-30') // false
 */
function isMonthDay(text: string): boolean {
  return parseDay(`2000-${text}`) !== undefined;
}

/** Formats a month, 1 to 12, and a day as `MM-DD`, whether or not there is such a day. */
function formatMonthDay(month: number, day: number): string {
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const ElementData = z.object({
  stationElement: z.object({
    elementCode: z.string(),
    /** Numbers the instruments of a station from 1, the main one. */
    ordinal: z.optional(z.number()),
    durationName: z.optional(z.string()),
    storedUnitCode: z.optional(z.nullable(z.string())),
  }),
  timingCentralTendencies: z.optional(
    z.nullable(
      z.object({
        medianPeak: z.optional(
          z.nullable(z.object({ month: z.number(), day: z.number(), value: ServiceNumber })),
        ),
      }),
    ),
  ),
  values: z.array(z.object({ date: z.optional(z.string()), median: ServiceNumber })),
});
type ElementData = z.output<typeof ElementData>;

const Stations = z.array(z.object({ stationTriplet: z.string(), data: z.array(ElementData) }));

/** The hydroclimatic normals of NRCS. */
const period = '1991–2020';

/** The medians of a station. `refused` says why an element's medians cannot be used. */
type StationMedians = {
  readonly triplet: string;
  readonly sets: readonly OfficialSet[];
  readonly refused: readonly { readonly name: string; readonly message: string }[];
};

/**
 * Parses a response of AWDB's `/data` with `centralTendencyType=MEDIAN`: the median of each day, which comes with the
 * day's value, and the median peak. Elements that the basin file does not list are left out.
 * @throws SourceRefused if the text is not such a response
 */
export function parseMedians(
  text: string,
  targetOf: (triplet: string, element: string) => Target | undefined,
): StationMedians[] {
  const service = 'AWDB';
  return parseResponse(Stations, parseJson(text, service), service).map(({ stationTriplet, data }) => {
    const sets: OfficialSet[] = [];
    const refused: { name: string; message: string }[] = [];
    for (const each of data) {
      const { elementCode, ordinal = 1, durationName = 'DAILY', storedUnitCode } = each.stationElement;
      const target = elements[elementCode] && targetOf(stationTriplet, elementCode);
      if (!target || ordinal !== 1) continue;
      const name = `${stationTriplet} ${elementCode}`;
      const unit = checkUnit(storedUnitCode ?? '', target.parameter);
      if (durationName !== 'DAILY') {
        refused.push({ name, message: `These are ${durationName.toLowerCase()} medians, not daily ones.` });
      } else if (!unit.conversion) refused.push({ name, message: unit.refusal ?? '' });
      else sets.push({ ...readMedians(each, target, unit.conversion), name, notes: unit.notes });
    }
    return { triplet: stationTriplet, sets, refused };
  });
}

function readMedians(
  { values, timingCentralTendencies }: ElementData,
  { parameter }: Target,
  conversion: UnitConversion,
): Omit<OfficialSet, 'name' | 'notes'> {
  const byDay = new Map<string, number>();
  const rejections: OfficialRejection[] = [];
  const missing = new Set<string>();
  const reject = (day: string, value: unknown, reason: string) =>
    rejections.push({ day, value: String(value), reason });
  const read = (at: string, field: ElementData['values'][number]['median']) => {
    const number = readNumber(field);
    if (number === 'missing') return undefined;
    if ('reason' in number) reject(at, field, number.reason);
    else if (number.value < 0 && !mayBeNegative(parameter)) reject(at, field, 'is below zero');
    else return convertUnit(number.value, conversion);
    return undefined;
  };

  for (const { date = '', median } of values) {
    const day = date.slice(0, 10);
    if (parseDay(day) === undefined) {
      reject(date, median, 'has a day that does not exist');
      continue;
    }
    const monthDay = day.slice(5);
    const value = read(monthDay, median);
    if (value === undefined) missing.add(monthDay);
    else if (byDay.has(monthDay) && byDay.get(monthDay) !== value) {
      reject(monthDay, median, 'differs from the median of the same day in another year');
    } else byDay.set(monthDay, value);
  }
  const contradicted = new Set(rejections.map(({ day }) => day));
  const statistics: OfficialStatistic[] = [...byDay]
    .filter(([monthDay]) => !contradicted.has(monthDay))
    .map(([monthDay, value]) => ({ statistic: 'median', month_day: monthDay, value, years: null }));

  const peak = timingCentralTendencies?.medianPeak;
  if (peak && parameter === parameterNdx.swe) {
    const monthDay = formatMonthDay(peak.month, peak.day);
    const value = read(monthDay, peak.value);
    if (!isMonthDay(monthDay)) reject(monthDay, peak.value, 'has a day that does not exist');
    else if (value !== undefined)
      statistics.push({ statistic: 'median_peak', month_day: monthDay, value, years: null });
  }
  return {
    parameter,
    period,
    statistics,
    missing: [...missing].filter((monthDay) => !byDay.has(monthDay)).length,
    rejections,
  };
}

const StatisticRow = z.object({
  computation: z.string(),
  time_of_year: z.optional(z.nullable(z.string())),
  time_of_year_type: z.optional(z.nullable(z.string())),
  sample_count: z.optional(z.nullable(z.number())),
  value: ServiceNumber,
  /** Percentiles come as two lists of one length. */
  values: z.optional(z.nullable(z.array(ServiceNumber))),
  percentiles: z.optional(z.nullable(z.array(z.string()))),
});
type StatisticRow = z.output<typeof StatisticRow>;

const NormalsPage = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        monitoring_location_id: z.string(),
        data: z.array(
          z.object({
            parameter_code: z.string(),
            unit_of_measure: z.optional(z.nullable(z.string())),
            parent_statistic_id: z.optional(z.nullable(z.string())),
            parent_time_series_id: z.optional(z.nullable(z.string())),
            values: z.array(StatisticRow),
          }),
        ),
      }),
    }),
  ),
  next: z.optional(z.nullable(z.string())),
});

/** Statistics of one of a site's time series, or a part of them. */
export type NormalsPart = {
  readonly site: string;
  readonly code: string;
  readonly unit: string;
  readonly statisticId: string;
  readonly seriesId: string;
  readonly rows: readonly StatisticRow[];
};

/** Parses a page of `observationNormals`. `next` is the token of the next page. @throws SourceRefused */
export function parseNormalsPage(text: string): { parts: NormalsPart[]; next: string | undefined } {
  const service = 'the USGS statistics service';
  const page = parseResponse(NormalsPage, parseJson(text, service), service);
  const parts = page.features.flatMap(({ properties: { monitoring_location_id, data } }) =>
    data.map((each) => ({
      site: toSiteKey(monitoring_location_id),
      code: each.parameter_code,
      unit: each.unit_of_measure ?? '',
      statisticId: each.parent_statistic_id ?? '',
      seriesId: each.parent_time_series_id ?? '',
      rows: each.values,
    })),
  );
  return { parts, next: page.next || undefined };
}

/**
 * Merges the pages of a site and a code: of several time series of daily means, the one with the most years is taken.
 * Undefined without statistics of daily means; a text if they cannot be used.
 */
export function mergeNormals(
  parts: readonly NormalsPart[],
  { parameter }: Target,
): OfficialSet | string | undefined {
  const means = parts.filter(({ statisticId }) => statisticId === dailyMean);
  const series = [...Map.groupBy(means, ({ seriesId }) => seriesId).values()].map((some) => ({
    rows: some.flatMap(({ rows }) => rows),
    unit: some[0]?.unit ?? '',
  }));
  const countYears = ({ rows }: { rows: readonly StatisticRow[] }) =>
    Math.max(0, ...rows.map(({ sample_count }) => sample_count ?? 0));
  const [longest, ...others] = series.toSorted((one, other) => countYears(other) - countYears(one));
  const [first] = means;
  if (!longest || !first) return undefined;
  const unit = checkUnit(longest.unit, parameter);
  if (!unit.conversion) return unit.refusal;
  const notes = [...unit.notes];
  if (others.length > 0)
    notes.push(`Of ${series.length} time series, the one with the most years was taken.`);
  return {
    name: `${first.site} ${first.code}`,
    parameter,
    period: 'period of record',
    notes,
    ...readRows(longest.rows, unit.conversion, mayBeNegative(parameter)),
  };
}

type PlainStatistic = { readonly statistic: string; readonly field: StatisticRow['value'] };

function readRows(rows: readonly StatisticRow[], conversion: UnitConversion, isSigned: boolean) {
  const found = new Map<string, OfficialStatistic>();
  const rejections: OfficialRejection[] = [];
  const missing = new Set<string>();
  for (const row of rows) {
    const { time_of_year: monthDay, time_of_year_type: type, sample_count: years } = row;
    const at = monthDay ?? '';
    const plain = toPlainStatistics(row);
    if (plain.length === 0) continue;
    const reject = (reason: string, value: unknown = row.value) =>
      rejections.push({ day: at, value: String(value ?? ''), reason });
    if (type !== 'day_of_year') {
      reject(`is a statistic of a ${type ?? 'period that is not named'}, not of a day`);
      continue;
    }
    if (!isMonthDay(at)) {
      reject('has a day that does not exist');
      continue;
    }
    for (const { statistic, field } of plain) {
      const number = readNumber(field);
      if (number === 'missing') missing.add(`${statistic} ${at}`);
      else if ('reason' in number) reject(number.reason, field);
      else if (number.value < 0 && !isSigned) reject('is below zero', field);
      else {
        const value = convertUnit(number.value, conversion);
        found.set(`${statistic} ${at}`, { statistic, month_day: at, value, years: years ?? null });
      }
    }
  }
  return {
    statistics: [...found.values()],
    missing: [...missing].filter((key) => !found.has(key)).length,
    rejections,
  };
}

/** Names a row's statistics; none for those that the portal does not store, such as a mean. */
function toPlainStatistics({ computation, value, values, percentiles }: StatisticRow): PlainStatistic[] {
  if (computation === 'median') return [{ statistic: 'median', field: value }];
  if (computation !== 'percentile') return [];
  return (percentiles ?? []).flatMap((percentile, at) => {
    if (!/^\d{1,2}$/.test(percentile)) return [];
    const statistic = percentile === '50' ? 'median' : `p${percentile.padStart(2, '0')}`;
    return [{ statistic, field: values?.[at] }];
  });
}

/** The element of volumes that are adjusted for upstream storage and diversions. */
export const volumeElement = 'SRVO';

const Forecast = z.object({
  elementCode: z.string(),
  /** The first and the last day, `MM-DD`. */
  forecastPeriod: z.optional(z.nullable(z.array(z.string()))),
  publicationDate: z.optional(z.nullable(z.string())),
  periodNormal: ServiceNumber,
  unitCode: z.optional(z.nullable(z.string())),
  /** By exceedance in percent. */
  forecastValues: z.optional(z.nullable(z.record(z.string(), ServiceNumber))),
});
type Forecast = z.output<typeof Forecast>;

const ForecastPoints = z.array(
  z.object({
    stationTriplet: z.string(),
    forecastPointName: z.optional(z.nullable(z.string())),
    data: z.array(Forecast),
  }),
);

/** The forecasts for a station. */
export type StationForecasts = {
  readonly triplet: string;
  readonly forecasts: readonly OfficialForecast[];
  readonly missing: number;
  readonly rejections: readonly OfficialRejection[];
};

/** Parses a response of AWDB's `/forecasts`. Converts volumes to acre-feet. @throws SourceRefused */
export function parseForecasts(text: string): StationForecasts[] {
  const service = 'AWDB';
  return parseResponse(ForecastPoints, parseJson(text, service), service).map(
    ({ stationTriplet, forecastPointName, data }) => {
      const rejections: OfficialRejection[] = [];
      let missing = 0;
      const forecasts = data.flatMap((forecast): OfficialForecast[] => {
        const count = Object.keys(forecast.forecastValues ?? {}).length;
        const head = readHead(forecast);
        if (typeof head === 'string') {
          rejections.push({ day: forecast.publicationDate ?? '', value: `${count} volumes`, reason: head });
          return [];
        }
        const { toAcreFeet, ...common } = head;
        return Object.entries(forecast.forecastValues ?? {}).flatMap(([exceedance, field]) => {
          const number = readNumber(field);
          if (number === 'missing') {
            missing += 1;
            return [];
          }
          const problem = problemOf(exceedance, number);
          if (problem !== undefined || 'reason' in number) {
            rejections.push({ day: common.publication_date, value: String(field), reason: problem ?? '' });
            return [];
          }
          return [
            {
              station: stationTriplet,
              point_name: forecastPointName ?? null,
              ...common,
              exceedance: Number(exceedance),
              value_af: toAcreFeet(number.value),
            },
          ];
        });
      });
      return { triplet: stationTriplet, forecasts, missing, rejections };
    },
  );
}

function problemOf(exceedance: string, number: { value: number } | { reason: string }): string | undefined {
  if ('reason' in number) return number.reason;
  if (!/^[1-9]\d?$/.test(exceedance))
    return `has the exceedance ${exceedance}, which is no percentage from 1 to 99`;
  return number.value < 0 ? 'is below zero' : undefined;
}

/** Reads what a forecast's volumes have in common; a text says why they cannot be used. */
function readHead(forecast: Forecast) {
  const { elementCode, forecastPeriod, publicationDate, periodNormal, unitCode } = forecast;
  if (elementCode !== volumeElement) return `is a forecast of ${elementCode}, not of a volume`;
  const day = publicationDate?.slice(0, 10) ?? '';
  if (day === '') return 'has no publication date';
  if (parseDay(day) === undefined) return 'has a publication date that does not exist';
  const [periodStart = '', periodEnd = ''] = forecastPeriod ?? [];
  if (!isMonthDay(periodStart) || !isMonthDay(periodEnd)) return 'has no period, or one that does not exist';
  const { conversion, refusal } = checkUnit(unitCode ?? '', parameterNdx.storage);
  if (!conversion) return refusal ?? '';
  const toAcreFeet = (value: number) => convertUnit(value, conversion);
  const normal = readNumber(periodNormal);
  const normalAf = typeof normal === 'object' && 'value' in normal ? toAcreFeet(normal.value) : null;
  return {
    publication_date: day,
    period_start: periodStart,
    period_end: periodEnd,
    normal_af: normalAf,
    toAcreFeet,
  };
}
