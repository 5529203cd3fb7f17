import type { Queryable } from '#server/db/queryable.ts';
import type { DailyParameter, DailyRows } from './daily-data.ts';

/** Sites with one parameter, as an axis of the screen has them. */
export type DailyGroup = {
  readonly parameter: DailyParameter;
  readonly sites: readonly {
    readonly loc_ndx: number;
    readonly loc_name: string;
  }[];
};

/** The first and the last day, and the instant or day whose values are meant. */
export type KnownPeriod = { readonly start: string; readonly end: string; readonly asOf: string | undefined };

/** Before and after every value that the portal can have. */
export const [firstDay, lastDay] = ['0001-01-01', '9999-12-31'];

type ComputedRows = {
  /** What each series is, and how it was computed. */
  readonly remarks: readonly string[];
  readonly rows: readonly DailyRows[];
};

/**
 * Prepares series that are computed from the groups, by texts of the address; what it returns reads and computes them.
 * @throws HttpProblem 400 for a text that cannot be used
 */
export type PrepareRows = (
  texts: readonly string[],
  groups: readonly DailyGroup[],
) => (from: Queryable, period: KnownPeriod, signal: AbortSignal) => Promise<ComputedRows>;
