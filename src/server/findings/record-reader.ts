import type { DayValues } from '#domain/finding/day-values.ts';
import { toDayValues } from '#domain/finding/day-values.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import type { Queryable } from '../db/queryable.ts';
import {
  type DayRange,
  mergeRanges,
  nameOfSeries,
  noValues,
  readRecords,
  type SeriesKey,
} from '../db/records.ts';

/** Days of a record that a figure needs. */
export type WantedRanges = { readonly head: SeriesKey; readonly ranges: readonly DayRange[] };

/** Collects the values of records. */
export type RecordReader = {
  /** Reads ranges of many records in one statement. */
  read(wanted: readonly WantedRanges[]): Promise<void>;
  /** What has been read of a record. */
  of(key: SeriesKey): DayValues;
};

export function createRecordReader(from: Queryable): RecordReader {
  const known = new Map<string, { values: Map<number, number>; provisional: Set<number> }>();

  function add(key: SeriesKey, columns: SeriesColumns) {
    const { values, provisional } = toDayValues(columns);
    const before = known.get(nameOfSeries(key)) ?? { values: new Map(), provisional: new Set() };
    for (const [day, value] of values) before.values.set(day, value);
    for (const day of provisional) before.provisional.add(day);
    known.set(nameOfSeries(key), before);
  }

  const of = (key: SeriesKey): DayValues =>
    known.get(nameOfSeries(key)) ?? { values: new Map(), provisional: new Set() };

  return {
    read: async (wanted) => {
      const byRecord = Map.groupBy(wanted, ({ head }) => nameOfSeries(head));
      const parts = [...byRecord.values()].flatMap((all) => {
        const [first] = all;
        const ranges = mergeRanges(all.flatMap((each) => each.ranges));
        return first && ranges.length > 0 ? [{ ...seriesKeyOf(first.head), ranges }] : [];
      });
      const read = await readRecords(from, parts);
      for (const [at, part] of parts.entries()) add(part, read[at] ?? noValues);
    },
    of,
  };
}

function seriesKeyOf({ loc_ndx, parameter_ndx }: SeriesKey): SeriesKey {
  return { loc_ndx, parameter_ndx };
}
