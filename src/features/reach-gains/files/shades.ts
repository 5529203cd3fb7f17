import { isYear } from '#domain/season/season.ts';

/** The gain of a period in a year, or its statistic, in acre-feet. Undefined without a value. */
export type GainCell =
  | {
      readonly value: number;
      readonly daysMissing: number;
      readonly daysEstimated: number;
      readonly isProvisional: boolean;
    }
  | undefined;

/** The number of shades on either side of the median. */
const maxShade = 5;

/**
 * The shade of each sum of a row, from −5 (minimum) through 0 (median) to 5 (maximum) of the non-zero complete sums of
 * its years. Undefined for a missing value, an incomplete sum and zero.
 */
export function shadesOf(
  cells: readonly GainCell[],
  columns: readonly string[],
): readonly (number | undefined)[] {
  const values = cells.flatMap((cell, at) => (hasShade(cell) && isYear(columns[at]) ? [cell.value] : []));
  const sorted = values.toSorted((one, other) => one - other);
  const min = sorted[0] ?? 0;
  const max = sorted.at(-1) ?? 0;
  const median = ((sorted[sorted.length >> 1] ?? 0) + (sorted[(sorted.length - 1) >> 1] ?? 0)) / 2;
  return cells.map((cell) => {
    if (!hasShade(cell) || sorted.length === 0) return undefined;
    const span = cell.value < median ? median - min : max - median;
    const share = span === 0 ? 0 : (cell.value - median) / span;
    return Math.round(Math.max(-1, Math.min(1, share)) * maxShade);
  });
}

function hasShade(cell: GainCell): cell is NonNullable<GainCell> {
  return cell !== undefined && cell.value !== 0 && cell.daysMissing === 0;
}
