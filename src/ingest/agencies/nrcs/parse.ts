import * as z from 'zod/mini';
import { type DayNumber, dayFromParts, parseDay } from '#lib/calendar.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import type { Reading, SourceSeries, Target } from '../../source.ts';

const Value = z.object({
  date: z.optional(z.string()),
  /** Monthly values have a year and a month instead of a date. */
  year: z.optional(z.number()),
  month: z.optional(z.number()),
  value: z.optional(z.nullable(z.number())),
  qcFlag: z.optional(z.nullable(z.string())),
  qaFlag: z.optional(z.nullable(z.string())),
});

const Station = z.object({
  stationTriplet: z.string(),
  data: z.array(
    z.object({
      stationElement: z.object({
        elementCode: z.string(),
        /** Numbers the instruments of a station from 1, the main one. */
        ordinal: z.optional(z.number()),
        durationName: z.optional(z.string()),
        storedUnitCode: z.optional(z.string()),
      }),
      values: z.array(Value),
    }),
  ),
});

const service = 'AWDB';

/** The portal's qualifiers for quality-control flags: edited, suspect. */
const qualifiers: Readonly<Record<string, string>> = { E: 'Ed', S: 'S' };

export type AwdbOptions = {
  /** Elements by code, with AWDB's spelling of their units. `isMonthEnd` permits end-of-month values. */
  readonly elements: Readonly<Record<string, { readonly unit: string; readonly isMonthEnd?: boolean }>>;
  targetOf(triplet: string, element: string): Target | undefined;
  readonly since: DayNumber | undefined;
};

/**
 * Parses a response of AWDB's `/data`: stations, their elements, their values. A null or absent value is missing;
 * qcFlag S marks a suspect value; only qaFlag A counts as approved. Refuses a series whose unit is not the portal's, or
 * whose values are not daily, except for end-of-month values.
 * @throws SourceRefused if the text is not such a response
 */
export function parseAwdb(text: string, { elements, targetOf, since }: AwdbOptions): SourceSeries[] {
  return parseStations(text).flatMap(({ stationTriplet, data }) =>
    firstInstruments(data).map(({ stationElement, values }): SourceSeries => {
      const { elementCode, durationName = 'DAILY', storedUnitCode } = stationElement;
      const name = `${stationTriplet} ${elementCode}`;
      const target = targetOf(stationTriplet, elementCode);
      const element = elements[elementCode];
      if (!target || !element) return { kind: 'unknown', name };
      if (durationName !== 'DAILY' && !(durationName === 'MONTHLY' && element.isMonthEnd)) {
        return {
          kind: 'refused',
          name,
          message: `These are ${durationName.toLowerCase()} values, not daily ones.`,
        };
      }
      if (storedUnitCode !== undefined && storedUnitCode !== element.unit) {
        return { kind: 'refused', name, message: `The unit is ${storedUnitCode}, not ${element.unit}.` };
      }
      return toSeries(name, target, values, since);
    }),
  );
}

function toSeries(
  name: string,
  target: Target,
  values: readonly z.output<typeof Value>[],
  since: DayNumber | undefined,
): SourceSeries {
  const readings = new Map<DayNumber, Reading>();
  let missing = 0;
  for (const [at, row] of values.entries()) {
    const { date, value, qcFlag, qaFlag } = row;
    const line = at + 1;
    const day = dayOfRow(row);
    if (day === undefined) {
      return { kind: 'refused', name, message: `Value ${line}: "${date}" is not a date (YYYY-MM-DD).` };
    }
    if (since !== undefined && day < since) continue;
    if (value === null || value === undefined) missing += 1;
    else {
      const before = readings.get(day);
      if (before && before.value !== value) {
        return { kind: 'refused', name, message: `Value ${line}: a second, different value for ${date}.` };
      }
      readings.set(day, {
        day,
        value,
        approval: qaFlag === 'A' ? 'A' : 'P',
        qualifier: qualifiers[qcFlag ?? ''],
        isSuspect: qcFlag === 'S',
        line,
      });
    }
  }
  const sorted = [...readings.values()].sort((one, other) => one.day - other.day);
  return { kind: 'read', name, target, readings: sorted, rejections: [], missing };
}

type Data = z.output<typeof Station>['data'];

/** Keeps only the main instrument of each element. */
function firstInstruments(data: Data): Data {
  const ordinalOf = ({ stationElement: { ordinal = 1 } }: Data[number]) => ordinal;
  return data.filter(
    (each) =>
      !data.some(
        (other) =>
          other.stationElement.elementCode === each.stationElement.elementCode &&
          ordinalOf(other) < ordinalOf(each),
      ),
  );
}

/** Finds the day of a row; a monthly value belongs to the month's last day. */
function dayOfRow({ date, year, month }: z.output<typeof Value>): DayNumber | undefined {
  if (date !== undefined) return parseDay(date.slice(0, 10));
  return year === undefined || month === undefined ? undefined : dayFromParts(year, month + 1, 1) - 1;
}

function parseStations(text: string): z.output<typeof Station>[] {
  const json = parseJson(text, service);
  // Some saved responses are wrapped in another list.
  return parseResponse(z.array(Station), Array.isArray(json) ? json.flat() : json, service);
}
