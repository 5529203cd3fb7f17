import * as z from 'zod/mini';
import { parameterNdx } from '#domain/vocabulary.ts';
import { parseDay } from '#lib/calendar.ts';
import { elements } from '../agencies/nrcs/codes.ts';
import { parseJson, parseResponse } from '../parse-response.ts';
import type { Target } from '../source.ts';
import { checkUnit, convertUnit, type UnitConversion } from '../units.ts';
import {
  mayBeNegative,
  type OfficialRejection,
  type OfficialSet,
  type OfficialStatistic,
} from './official-site.ts';
import { formatMonthDay, isMonthDay, NumberField, readNumberField } from './read-cells.ts';

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
          z.nullable(z.object({ month: z.number(), day: z.number(), value: NumberField })),
        ),
      }),
    ),
  ),
  values: z.array(z.object({ date: z.optional(z.string()), median: NumberField })),
});
type ElementData = z.output<typeof ElementData>;

const Stations = z.array(z.object({ stationTriplet: z.string(), data: z.array(ElementData) }));

/** The hydroclimatic normals of NRCS. */
const period = '1991–2020';

/** The medians of a station. `refused` says why an element's medians cannot be used. */
export type StationMedians = {
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
      } else if ('refusal' in unit) refused.push({ name, message: unit.refusal });
      else
        sets.push({
          ...readMedians(each, target, unit.conversion),
          name,
          notes: unit.note === undefined ? [] : [unit.note],
        });
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
  const reject = (at: string, value: unknown, reason: string) =>
    rejections.push({ at, value: String(value), reason });
  const read = (at: string, field: ElementData['values'][number]['median']) => {
    const number = readNumberField(field);
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
  const contradicted = new Set(rejections.map(({ at }) => at));
  const statistics: OfficialStatistic[] = [...byDay]
    .filter(([monthDay]) => !contradicted.has(monthDay))
    .map(([monthDay, value]) => ({ statistic: 'median', monthDay, value, years: undefined }));

  const peak = timingCentralTendencies?.medianPeak;
  if (peak && parameter === parameterNdx.swe) {
    const monthDay = formatMonthDay(peak.month, peak.day);
    const value = read(monthDay, peak.value);
    if (!isMonthDay(monthDay)) reject(monthDay, peak.value, 'has a day that does not exist');
    else if (value !== undefined)
      statistics.push({ statistic: 'median_peak', monthDay, value, years: undefined });
  }
  return {
    parameter,
    period,
    statistics,
    missing: [...missing].filter((monthDay) => !byDay.has(monthDay)).length,
    rejections,
  };
}
