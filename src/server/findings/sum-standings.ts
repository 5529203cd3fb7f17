import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import type { DayValues } from '#domain/finding/day-values.ts';
import { normalDates, type SumStanding, sumStanding, sumStandingDays } from '#domain/finding/total.ts';
import { type DayNumber, dayParts } from '#lib/calendar.ts';
import type { RecordHead } from '../db/record-heads.ts';
import { type DayRange, toRange } from '../db/records.ts';
import type { RecordReader } from './record-reader.ts';

/** Records whose sum on a day is compared with those of other years; none of them without a value of that day. */
export type RecordSum = { readonly heads: readonly RecordHead[]; readonly day: DayNumber };

/** Reads where sums stand: the same dates of all years, in one statement, and in another what bridges their gaps. */
export async function readSumStandings(
  reader: RecordReader,
  sums: readonly RecordSum[],
): Promise<readonly (SumStanding | undefined)[]> {
  await reader.read(
    sums.flatMap(({ heads, day }) => {
      const ranges = sumStandingDays(day, firstYearOf(heads, day)).map(toRange);
      return heads.map((head) => ({ head, ranges }));
    }),
  );
  await reader.read(
    sums.flatMap(({ heads, day }) =>
      heads.map((head) => ({ head, ranges: rangesOfGaps(reader.of(head), head, day) })),
    ),
  );
  return sums.map(({ heads, day }) =>
    sumStanding(
      heads.map((head) => reader.of(head)),
      day,
      { firstYear: firstYearOf(heads, day), parameter: heads[0]?.parameter_ndx ?? 0 },
    ),
  );
}

/** A sum of all records begins with the last of them. */
function firstYearOf(heads: readonly RecordHead[], day: DayNumber): number {
  const years = heads.map(({ first }) => dayParts(first ?? day).year);
  return years.length > 0 ? Math.max(...years) : dayParts(day).year;
}

/** The days around those of the normal period that have no value, from which they are bridged. */
function rangesOfGaps({ values }: DayValues, { first }: RecordHead, day: DayNumber): DayRange[] {
  const missing = normalDates(day).filter((each) => each > (first ?? each) && !values.has(each));
  return missing.map((each): DayRange => [each - maxBridgedDays, each + maxBridgedDays]);
}
