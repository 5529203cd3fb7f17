import { type ImportedDays, inOrderOfDays, type Rejection } from '#ingest/engine/daily-values.ts';
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
  if (times.every((time, at) => at === 0 || time > (times[at - 1] ?? time)))
    return { readings: { times, values }, refused: [] };
  const order = [...times.keys()].sort(
    (one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other,
  );
  const sorted: { times: number[]; values: number[] } = { times: [], values: [] };
  const refused: RowRefusal[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    const first = order[from] ?? 0;
    while (to < order.length && times[order[to] ?? 0] === times[first]) to += 1;
    const same = order.slice(from, to);
    if (same.every((at) => values[at] === values[first])) {
      sorted.times.push(times[first] ?? 0);
      sorted.values.push(values[first] ?? 0);
      continue;
    }
    for (const at of same)
      refused.push({ line: lines[at] ?? 0, text: String(values[at]), reason: repeatedReason });
  }
  return { readings: sorted, refused: refused.toSorted((one, other) => one.line - other.line) };
}

/** Sorts values of days; of a day with several values none is taken. */
export function sortDays({ days, values, lines }: Collected): {
  readonly readings: ImportedDays;
  readonly refused: readonly RowRefusal[];
} {
  const marks = days.map(() => ({ approval: 'P' as const, qualifier: undefined }));
  const { readings, repeated } = inOrderOfDays({ days, values, marks, lines });
  return { readings, refused: repeated.flatMap((each) => toRefusals(each)) };
}

function toRefusals({ value, reason }: Rejection): RowRefusal[] {
  const lines = [...value.matchAll(/\(line (\d+)\)/g)].map((match) => Number(match[1]));
  return lines.map((line) => ({ line, text: value, reason }));
}
