import { cfsDaysToAcreFeet } from '#domain/reach-gains.ts';
import { monthsOf, type YearKind } from '#domain/season.ts';

type GainRecord = {
  readonly year_num: string;
  readonly month_abbrev: string;
  readonly reach_gain_cfs: number;
  readonly complete: boolean;
};

/** A month of a year in acre-feet. Undefined without a value. */
export type GainCell = { readonly value: number; readonly complete: boolean } | undefined;

/**
 * Monthly gains by year: a column for each statistic and year in the order of the records, a row for each month, and
 * rows of totals. A total is incomplete if one of its months is missing or incomplete, and undefined if all are missing.
 */
export type GainsTable = {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly GainCell[] }[];
  readonly totals: readonly { readonly name: string; readonly cells: readonly GainCell[] }[];
};

const season = ['May', 'Jun', 'Jul', 'Aug', 'Sep'];

export function toGainsTable(records: readonly GainRecord[], kind: YearKind): GainsTable {
  const byYear = Map.groupBy(records, (each) => each.year_num);
  const columns = [...byYear.keys()];
  const cells = new Map(
    records.map((each) => [
      `${each.year_num} ${each.month_abbrev}`,
      { value: cfsDaysToAcreFeet(each.reach_gain_cfs), complete: each.complete },
    ]),
  );
  const months = monthsOf(kind);
  const cellsOf = (month: string) => columns.map((column): GainCell => cells.get(`${column} ${month}`));
  const total = (name: string, wanted: readonly string[]) => ({
    name,
    cells: columns.map((column) => totalOf(wanted.map((month) => cells.get(`${column} ${month}`)))),
  });
  return {
    columns,
    rows: months.map((name) => ({ name, cells: cellsOf(name) })),
    totals: [total('May - Sept Total', season), total('Annual Total', months)],
  };
}

function totalOf(cells: readonly GainCell[]): GainCell {
  const present = cells.flatMap((cell) => cell ?? []);
  if (present.length === 0) return undefined;
  return {
    value: present.reduce((sum, cell) => sum + cell.value, 0),
    complete: present.length === cells.length && present.every((cell) => cell.complete),
  };
}

/** The number of shades on either side of the median. */
export const maxShade = 5;

/**
 * The shade of each value of a month, from −5 (minimum) through 0 (median) to 5 (maximum) of the non-zero values of
 * its years. Undefined for a missing value and for zero.
 */
export function shadesOf(
  cells: readonly GainCell[],
  columns: readonly string[],
): readonly (number | undefined)[] {
  const values = cells.flatMap((cell, at) =>
    cell && cell.value !== 0 && isYear(columns[at]) ? [cell.value] : [],
  );
  const sorted = values.toSorted((one, other) => one - other);
  const min = sorted[0] ?? 0;
  const max = sorted.at(-1) ?? 0;
  const median = ((sorted[sorted.length >> 1] ?? 0) + (sorted[(sorted.length - 1) >> 1] ?? 0)) / 2;
  return cells.map((cell) => {
    if (!cell || cell.value === 0 || sorted.length === 0) return undefined;
    const span = cell.value < median ? median - min : max - median;
    const share = span === 0 ? 0 : (cell.value - median) / span;
    return Math.round(Math.max(-1, Math.min(1, share)) * maxShade);
  });
}

function isYear(column = ''): boolean {
  return /^\d{4}$/.test(column);
}
