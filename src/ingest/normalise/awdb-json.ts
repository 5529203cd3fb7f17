import * as z from 'zod/mini';
import { type DayNumber, parseDay } from '#domain/calendar.ts';
import type { Reading, Rejection, SourceSeries, Target } from '../source.ts';
import { parseAnswer, parseJson } from './answers.ts';

const Value = z.object({
  date: z.optional(z.string()),
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
        durationName: z.optional(z.string()),
        storedUnitCode: z.optional(z.string()),
      }),
      values: z.array(Value),
    }),
  ),
});

const service = 'AWDB';

const units: Readonly<Record<string, string>> = { WTEQ: 'in', PRCP: 'in', TAVG: 'degF' };

/**
 * Reads an answer of AWDB's `/data`: stations with elements with values. A null or absent value is missing; a
 * suspect one (qcFlag S) is left out and told; only qaFlag A counts as approved. Another duration than daily and
 * another unit than the portal's refuse the series.
 * @throws SourceRefused where the text is no such answer
 */
export function readAwdb(
  text: string,
  targetOf: (triplet: string, element: string) => Target | undefined,
  since: DayNumber | undefined,
): SourceSeries[] {
  return parse(text).flatMap(({ stationTriplet, data }) =>
    data.map(({ stationElement, values }): SourceSeries => {
      const { elementCode, durationName = 'DAILY', storedUnitCode } = stationElement;
      const name = `${stationTriplet} ${elementCode}`;
      const target = targetOf(stationTriplet, elementCode);
      if (!target) return { kind: 'unknown', name };
      if (durationName !== 'DAILY') {
        return {
          kind: 'refused',
          name,
          message: `These are ${durationName.toLowerCase()} values, not daily ones.`,
        };
      }
      const unit = units[elementCode];
      if (storedUnitCode !== undefined && storedUnitCode !== unit) {
        return { kind: 'refused', name, message: `The unit is ${storedUnitCode}, not ${unit}.` };
      }
      return readValues(name, target, values, since);
    }),
  );
}

function readValues(
  name: string,
  target: Target,
  values: readonly z.output<typeof Value>[],
  since: DayNumber | undefined,
): SourceSeries {
  const readings = new Map<DayNumber, Reading>();
  const rejections: Rejection[] = [];
  let missing = 0;
  for (const [at, { date, value, qcFlag, qaFlag }] of values.entries()) {
    const line = at + 1;
    const day = parseDay((date ?? '').slice(0, 10));
    if (day === undefined) {
      return { kind: 'refused', name, message: `Value ${line}: "${date}" is not a day (YYYY-MM-DD).` };
    }
    if (since !== undefined && day < since) continue;
    if (value === null || value === undefined) missing += 1;
    else if (qcFlag === 'S') rejections.push({ day, value: String(value), reason: 'flag S (suspect)' });
    else {
      const before = readings.get(day);
      if (before && before.value !== value) {
        return { kind: 'refused', name, message: `Value ${line}: ${date} again, with another value.` };
      }
      readings.set(day, {
        day,
        value,
        approval: qaFlag === 'A' ? 'A' : 'P',
        qualifier: qcFlag === 'E' ? 'e' : undefined,
        line,
      });
    }
  }
  const sorted = [...readings.values()].sort((one, other) => one.day - other.day);
  return { kind: 'read', name, target, readings: sorted, rejections, missing };
}

function parse(text: string): z.output<typeof Station>[] {
  const json = parseJson(text, service);
  // Some savings of the answer hold it within another list.
  return parseAnswer(z.array(Station), Array.isArray(json) ? json.flat() : json, service);
}
