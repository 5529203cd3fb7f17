import type { DayNumber } from '#lib/calendar.ts';

/**
 * Daily values of a record as columns of one length, from the parser to the plot. `days` ascend; a day without a value is
 * absent. JSON on the wire has its own form, in `contract/daily-data.ts`.
 */
export type SeriesColumns = {
  readonly days: readonly DayNumber[];
  readonly values: readonly number[];
  /** One letter a value: `A` approved, `P` provisional, `E` bridges a gap. Without it, all count as approved. */
  readonly approval?: string;
};

/** Days and values only. */
export type DailyPoints = Pick<SeriesColumns, 'days' | 'values'>;

/** A series as the database has it. */
export type StoredSeries = Required<SeriesColumns> & {
  /** The agency's qualifiers, of values that have one; empty if they are not asked for. */
  readonly qualifiers: ReadonlyMap<DayNumber, string>;
  /** The quality rules that values fail; empty if flagged values are not asked for. */
  readonly flags: ReadonlyMap<DayNumber, string>;
};
