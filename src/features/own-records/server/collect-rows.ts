import { type ImportedDays, placesInOrder, repeatedDayReason } from '#ingest/engine/daily-values.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { OwnSite } from '../contract.ts';
import type { OwnPlace } from './own-sites.ts';
import type { Row, RowRefusal } from './read-rows.ts';
import type { NewReadings } from './store-readings.ts';

type Parameter = OwnSite['parameters'][number];

/** The rows of one record: readings at instants, or values of days. */
export type Collected = {
  readonly place: OwnPlace;
  readonly parameter: Parameter;
  readonly lines: number[];
  readonly times: number[];
  readonly days: DayNumber[];
  readonly values: number[];
};

export type RowCollector = {
  readonly add: (row: Row) => void;
  readonly size: () => number;
  /** Gives the records, and forgets them. */
  readonly take: () => readonly Collected[];
};

export function createRowCollector(): RowCollector {
  let records = new Map<string, Collected>();
  let size = 0;
  return {
    add: ({ place, parameter, line, at, day, value }) => {
      const name = `${place.loc_ndx} ${parameter.parameter_ndx}`;
      let record = records.get(name);
      if (!record) {
        record = { place, parameter, lines: [], times: [], days: [], values: [] };
        records.set(name, record);
      }
      record.lines.push(line);
      record.values.push(value);
      if (at !== undefined) record.times.push(at);
      if (day !== undefined) record.days.push(day);
      size += 1;
    },
    size: () => size,
    take: () => {
      const taken = [...records.values()];
      records = new Map();
      size = 0;
      return taken;
    },
  };
}

const repeatedReason = 'is not the only value of its time, and nobody knows which is right';

/** Sorts readings by time. Of a time with several values none is taken; the same value twice is once. */
export function sortReadings({ times, values, lines }: Collected): {
  readonly readings: NewReadings;
  readonly refused: readonly RowRefusal[];
} {
  const { single, repeated } = placesInOrder(times, values, lines);
  const readings = single
    ? { times: single.map((at) => times[at] ?? 0), values: single.map((at) => values[at] ?? 0) }
    : { times, values };
  return { readings, refused: toRefusals(repeated.flat(), { values, lines }, repeatedReason) };
}

/** Sorts values of days; of a day with several values none is taken. */
export function sortDays({ days, values, lines }: Collected): {
  readonly readings: ImportedDays;
  readonly refused: readonly RowRefusal[];
} {
  const { single, repeated } = placesInOrder(days, values, lines);
  const places = single ?? [...days.keys()];
  const readings = {
    days: places.map((at) => days[at] ?? 0),
    values: places.map((at) => values[at] ?? 0),
    marks: places.map(() => ({ approval: 'P' as const, qualifier: undefined })),
    lines: places.map((at) => lines[at] ?? 0),
  };
  return { readings, refused: toRefusals(repeated.flat(), { values, lines }, repeatedDayReason) };
}

function toRefusals(
  places: readonly number[],
  { values, lines }: Pick<Collected, 'values' | 'lines'>,
  reason: string,
): RowRefusal[] {
  return places
    .map((at) => ({ line: lines[at] ?? 0, text: String(values[at]), reason }))
    .toSorted((one, other) => one.line - other.line);
}
