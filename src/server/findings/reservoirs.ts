import type { FillRequest } from '#contract/basin/basin-requests.ts';
import type { ReservoirStorage } from '#contract/season/issue.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { type DayValues, latestValue, toDayValues } from '#domain/finding/day-values.ts';
import { maxAgeDays } from '#domain/season/reservoirs.ts';
import { type DayNumber, dayParts } from '#lib/calendar.ts';
import type { Queryable } from '../db/queryable.ts';
import { type RecordHead, readHeads } from '../db/record-heads.ts';
import { noValues, readRecords } from '../db/records.ts';

/** A reservoir of a group, with the whole of its storage. */
export type Reservoir = {
  readonly record: RecordHead;
  readonly capacity: number;
  readonly storage: DayValues;
};

/** Reads the reservoirs of a group that the portal shows. */
export async function readReservoirs(from: Queryable, { members }: FillRequest): Promise<Reservoir[]> {
  const records = await readHeads(from, members);
  const known = members.flatMap(({ capacity }, at) => {
    const record = records[at];
    return record ? [{ record, capacity }] : [];
  });
  const read = await readRecords(
    from,
    known.map(({ record }) => ({
      ...record,
      ranges: record.first === null || record.end === null ? [] : [[record.first, record.end]],
    })),
  );
  return known.map((each, at) => ({ ...each, storage: toDayValues(read[at] ?? noValues) }));
}

/** What is said of each reservoir: its storage on the day of the total, or without one the latest by the issue day. */
export function describeReservoirs(
  known: readonly Reservoir[],
  totalDay: DayNumber | undefined,
  issued: DayNumber,
): ReservoirStorage[] {
  return known.map(({ record, capacity, storage }) => ({
    loc_ndx: record.loc_ndx,
    loc_id: record.loc_id,
    loc_name: record.loc_name,
    capacity_af: capacity,
    storage_af:
      latestValue(storage, totalDay ?? issued, totalDay === undefined ? maxAgeDays : 0)?.value ?? null,
    delivered_by: delivererOf(record),
  }));
}

/** The year in which the last of the records begins. Undefined where one has no values, and without any. */
export function firstYearOf(known: readonly Reservoir[]): number | undefined {
  const days = known.flatMap(({ record }) => record.first ?? []);
  if (days.length === 0 || days.length < known.length) return undefined;
  return dayParts(Math.max(...days)).year;
}
