import { tidyNumber } from '#lib/format-number.ts';
import { percentOf } from './percent-of.ts';

/** Two medians that differ by up to this many percent agree. */
export const agreementPercent = 2;
/** How far our statistic is above the agency's, in the parameter's unit and in percent of the agency's. */
type StatisticDifference = { readonly difference: number; readonly percent: number | undefined };

/**
 * Compares our statistic with an agency's. There is no percentage of temperatures, elevations and depths, of a median
 * that is not above zero, and of less than an inch of snow.
 * @example differenceOf({ ours: 10.2, theirs: 10, parameter: 1 }) // { difference: 0.2, percent: 2 }
 */
export function differenceOf({
  ours,
  theirs,
  parameter,
}: {
  readonly ours: number;
  readonly theirs: number;
  readonly parameter: number;
}): StatisticDifference {
  const difference = tidyNumber(ours - theirs);
  const percent = percentOf(difference, theirs, parameter);
  return { difference, percent: percent === undefined ? undefined : tidyNumber(percent) };
}

type Compared = { readonly difference_percent: number | null };

export type OfficialSummary<Row> = {
  /** Rows with a percentage. */
  readonly compared: number;
  /** Rows whose percentage is at most `agreementPercent`, in either direction. */
  readonly agreeing: number;
  /** Rows without a percentage. */
  readonly without_percent: number;
  /** The rows with the largest percentages, largest first. */
  readonly largest: readonly Row[];
};

const largestShown = 5;

export function summarizeDifferences<Row extends Compared>(rows: readonly Row[]): OfficialSummary<Row> {
  const sizeOf = (row: Row) => Math.abs(row.difference_percent ?? 0);
  const compared = rows.filter((row) => row.difference_percent !== null);
  return {
    compared: compared.length,
    agreeing: compared.filter((row) => sizeOf(row) <= agreementPercent).length,
    without_percent: rows.length - compared.length,
    largest: compared
      .filter((row) => sizeOf(row) > agreementPercent)
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .slice(0, largestShown),
  };
}
