import * as z from 'zod/mini';
import { parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';
import { parseJson, parseResponse } from '../parse-response.ts';
import { checkUnit, convertUnit } from '../units.ts';
import type { OfficialForecast, OfficialRejection } from './official-site.ts';
import { isMonthDay, NumberField, readNumberField } from './read-cells.ts';

/** The element of volumes that are adjusted for upstream storage and diversions. */
export const volumeElement = 'SRVO';

const Forecast = z.object({
  elementCode: z.string(),
  /** The first and the last day, `MM-DD`. */
  forecastPeriod: z.optional(z.nullable(z.array(z.string()))),
  publicationDate: z.optional(z.nullable(z.string())),
  periodNormal: NumberField,
  unitCode: z.optional(z.nullable(z.string())),
  /** By exceedance in percent. */
  forecastValues: z.optional(z.nullable(z.record(z.string(), NumberField))),
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
          rejections.push({ at: forecast.publicationDate ?? '', value: `${count} volumes`, reason: head });
          return [];
        }
        const { toAcreFeet, ...common } = head;
        return Object.entries(forecast.forecastValues ?? {}).flatMap(([exceedance, field]) => {
          const number = readNumberField(field);
          if (number === 'missing') {
            missing += 1;
            return [];
          }
          const problem = problemOf(exceedance, number);
          if (problem !== undefined || 'reason' in number) {
            rejections.push({ at: common.publicationDate, value: String(field), reason: problem ?? '' });
            return [];
          }
          return [
            {
              station: stationTriplet,
              pointName: forecastPointName ?? undefined,
              ...common,
              exceedance: Number(exceedance),
              valueAf: toAcreFeet(number.value),
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
  const unit = checkUnit(unitCode ?? '', parameterNdx.storage);
  if ('refusal' in unit) return unit.refusal;
  const toAcreFeet = (value: number) => convertUnit(value, unit.conversion);
  const normal = readNumberField(periodNormal);
  const normalAf = typeof normal === 'object' && 'value' in normal ? toAcreFeet(normal.value) : undefined;
  return { publicationDate: day, periodStart, periodEnd, normalAf, toAcreFeet };
}
