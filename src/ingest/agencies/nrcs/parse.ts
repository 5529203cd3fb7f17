import * as z from 'zod/mini';
import { type DayNumber, dayFromParts } from '#lib/calendar.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../../collect-series.ts';
import { type DayCell, describeDay, readDay } from '../../parse-day.ts';
import { readNumber } from '../../parse-number.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { readJsonElements } from '../../read-json.ts';
import type { SourceSeries, SourceText, Target } from '../../source.ts';
import { checkUnit } from '../../units.ts';
import { elements } from './codes.ts';

const Value = z.object({
  date: z.optional(z.string()),
  /** Monthly values have a year and a month instead of a date. */
  year: z.optional(z.number()),
  month: z.optional(z.number()),
  value: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  /** With `centralTendencyType`, of 1991–2020. Never a value of the day. */
  median: z.optional(z.unknown()),
  average: z.optional(z.unknown()),
  qcFlag: z.optional(z.nullable(z.string())),
  qaFlag: z.optional(z.nullable(z.string())),
});
type Value = z.output<typeof Value>;

const Station = z.object({
  stationTriplet: z.string(),
  data: z.array(
    z.object({
      stationElement: z.object({
        elementCode: z.string(),
        /** Numbers the instruments of a station from 1, the main one. */
        ordinal: z.optional(z.number()),
        durationName: z.optional(z.string()),
        storedUnitCode: z.optional(z.nullable(z.string())),
      }),
      values: z.array(Value),
    }),
  ),
});
type Data = z.output<typeof Station>['data'];

const service = 'AWDB';

/** The portal's qualifiers for quality-control flags: edited, suspect. */
const qualifiers: Readonly<Record<string, string>> = { E: 'Ed', S: 'S' };

export type AwdbOptions = {
  targetOf(triplet: string, element: string): Target | undefined;
  readonly since: DayNumber | undefined;
};

/**
 * Parses a response of AWDB's `/data`: stations, their elements, their values. A null or absent value is missing;
 * qcFlag S marks a suspect value; only qaFlag A counts as approved. Converts units where exact. Refuses a series of
 * another unit, of medians, or whose values are not daily, except for end-of-month values.
 * @throws SourceRefused if the text is not such a response
 */
export function parseAwdb(text: string, options: AwdbOptions): SourceSeries[] {
  const collector = createSeriesCollector();
  for (const [at, station] of parseStations(text).entries()) addStation(collector, station, at, options);
  return [...collector.series()];
}

/** Parses a saved response of any size. @throws SourceRefused */
export async function* parseAwdbFile(file: SourceText, options: AwdbOptions): AsyncGenerator<SourceSeries> {
  const collector = createSeriesCollector();
  const isWrapped = /^\s*\[\s*\[/.test(file.head);
  let at = 0;
  try {
    const count = await readJsonElements(
      file,
      { paths: [isWrapped ? '$.*.*' : '$.*'], service },
      ({ value }) => {
        addStation(collector, value, at, options);
        at += 1;
      },
    );
    // Without stations, it must be an empty list.
    if (count === 0) parseStations(await file.text());
    yield* collector.series();
  } finally {
    collector.close();
  }
}

function addStation(collector: SeriesCollector, station: unknown, at: number, options: AwdbOptions): void {
  const { stationTriplet, data } = parseResponse(Station, station, service, [at]);
  for (const each of firstInstruments(data)) addSeries(collector, stationTriplet, each, options);
}

function addSeries(
  collector: SeriesCollector,
  triplet: string,
  { stationElement, values }: Data[number],
  { targetOf, since }: AwdbOptions,
): void {
  const { elementCode, durationName = 'DAILY', storedUnitCode } = stationElement;
  const name = `${triplet} ${elementCode}`;
  const element = elements[elementCode];
  const target = element && targetOf(triplet, elementCode);
  const check = target && checkUnit(storedUnitCode ?? '', target.parameter);
  const converted = check && 'conversion' in check ? check : undefined;
  const series = collector.column(name, () => ({
    name,
    target,
    conversion: converted?.conversion,
    notes: converted?.note === undefined ? [] : [converted.note],
  }));
  if (!target) return;
  const problem = problemOf(durationName, element?.isMonthEnd === true, values);
  if (problem !== undefined) series.refuse(problem);
  // Some saved responses leave the unit out.
  if (check && 'refusal' in check && storedUnitCode != null) series.refuse(check.refusal);
  for (const [at, row] of values.entries()) addValue(series, row, at + 1, since);
}

/** Says why values are no daily values; undefined if they are. */
function problemOf(duration: string, isMonthEnd: boolean, values: readonly Value[]): string | undefined {
  if (duration !== 'DAILY' && !(duration === 'MONTHLY' && isMonthEnd))
    return `These are ${duration.toLowerCase()} values, not daily ones.`;
  const isStatistic = ({ median, average }: Value) => median != null || average != null;
  if (values.every(({ value }) => value == null) && values.some(isStatistic))
    return 'These are medians or averages of many years, not values. Ask AWDB without centralTendencyType.';
  return undefined;
}

function addValue(series: SeriesColumn, row: Value, line: number, since: DayNumber | undefined): void {
  const read = dayOfRow(row);
  if (read.kind !== 'day') {
    series.refuse(`Value ${line}: ${describeDay(row.date ?? '', read)}.`);
    return;
  }
  const { day } = read;
  if (since !== undefined && day < since) return;
  const { value, qcFlag, qaFlag } = row;
  const number = typeof value === 'string' && value !== '' ? readNumber(value.trim()) : value;
  if (typeof number === 'object' && number !== null && 'reason' in number) {
    series.reject(day, line, String(value), number.reason);
  } else if (number === null || number === undefined || number === '') series.addMissing();
  else {
    series.addValue(day, line, {
      value: typeof number === 'object' ? number.value : Number(number),
      approval: qaFlag === 'A' ? 'A' : 'P',
      qualifier: qualifiers[qcFlag ?? ''],
      isSuspect: qcFlag === 'S',
    });
  }
}

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
function dayOfRow({ date, year, month }: Value): DayCell {
  if (date !== undefined) return readDay(date);
  if (year === undefined || month === undefined) return { kind: 'invalid', reason: 'is empty' };
  return { kind: 'day', day: dayFromParts(year, month + 1, 1) - 1 };
}

function parseStations(text: string): unknown[] {
  const json = parseJson(text, service);
  // Some saved responses are wrapped in another list.
  return parseResponse(z.array(z.unknown()), Array.isArray(json) ? json.flat() : json, service);
}
