import { type SQL, sql } from 'drizzle-orm/sql';
import { leapDayOrder } from '#domain/season/season.ts';
import type { RankedDayStatistic } from '#domain/statistics/daily-statistics.ts';

/**
 * The values of the years of each day of the year, ascending, in one column of bytes: doubles, the lowest byte first, in
 * 369 slots of one size, padded with NaN. Those of a day are one part of the bytes, which is all that the database reads. February
 * 29 pools three days, and has the last three slots.
 */
const slots = 369;
const leapDay = leapDayOrder('water');
const leapSlots = { first: 366, count: 3 } as const;
const slotsOf = (order: number) => (order === leapDay ? leapSlots : { first: order - 1, count: 1 });

/** Packs the values of statistics of the water year. Null without any. */
export function packSortedValues(statistics: readonly RankedDayStatistic[]): Buffer | null {
  if (statistics.length === 0) return null;
  const sizes = statistics.map(({ order, sorted }) => Math.ceil(sorted.length / slotsOf(order).count));
  const size = Math.max(...sizes);
  const values = new Float64Array(slots * size).fill(Number.NaN);
  for (const { order, sorted } of statistics) values.set(sorted, slotsOf(order).first * size);
  return Buffer.from(values.buffer);
}

/** The values of a day, as text that `parseSortedValues` parses. Null where the day has no statistic. */
export function sortedAtSql(order: SQL): SQL {
  const size = sql`(octet_length(s.sorted) / ${sql.raw(String(slots))})`;
  const isLeap = sql`${order} = ${sql.raw(String(leapDay))}`;
  return sql`encode(substring(s.sorted
    from 1 + ${size} * case when ${isLeap} then ${sql.raw(String(leapSlots.first))} else ${order} - 1 end
    for ${size} * case when ${isLeap} then ${sql.raw(String(leapSlots.count))} else 1 end), 'hex')`;
}

/** The values of all days, as text that `createSortedValues` parses. */
export const allSortedSql = sql`encode(s.sorted, 'hex')`;

/** Undefined without values. */
export function parseSortedValues(text: string | null): ArrayLike<number> | undefined {
  return withoutPadding(parseDoubles(text ?? ''));
}

/** The values of a day of the water year, by its order. Undefined without a statistic. */
export type SortedValues = (order: number) => ArrayLike<number> | undefined;

export function createSortedValues(text: string): SortedValues {
  const all = parseDoubles(text);
  const size = all.length / slots;
  return (order) => {
    const { first, count } = slotsOf(order);
    return withoutPadding(all.subarray(first * size, (first + count) * size));
  };
}

function withoutPadding(padded: Float64Array): Float64Array | undefined {
  const at = padded.findIndex((value) => Number.isNaN(value));
  const values = at < 0 ? padded : padded.subarray(0, at);
  return values.length > 0 ? values : undefined;
}

function parseDoubles(hex: string): Float64Array {
  const bytes = new Uint8Array(hex.length / 2);
  bytes.set(Buffer.from(hex, 'hex'));
  return new Float64Array(bytes.buffer);
}
