import { formatUsDate } from '#lib/calendar.ts';
import { monthColumns } from './cells.ts';
import { formatDelimited } from './delimited.ts';
import { type CellPlace, columnAt, type MonthGrid } from './grid.ts';

/** The rectangle between two cells, both included. */
export type CellRange = { readonly from: CellPlace; readonly to: CellPlace };

export function normalizeRange({ from, to }: CellRange): CellRange {
  return {
    from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  };
}

/** Formats cells for a spreadsheet; the whole grid with its titles and dates. */
export function copyCells(grid: MonthGrid, range: CellRange): string {
  const { from, to } = normalizeRange(range);
  const isWhole =
    from.row === 0 && from.column === 0 && to.row >= grid.length - 1 && to.column >= monthColumns.length - 1;
  if (isWhole) return formatDelimited(gridRows(grid), '\t');
  const columns = Array.from({ length: to.column - from.column + 1 }, (_, index) => from.column + index);
  return formatDelimited(
    grid.slice(from.row, to.row + 1).map(({ cells }) => columns.map((column) => cells[columnAt(column)])),
    '\t',
  );
}

/** Formats the grid as a CSV file. */
export function formatMonthCsv(grid: MonthGrid): string {
  return formatDelimited(gridRows(grid), ',');
}

function gridRows(grid: MonthGrid): string[][] {
  return [
    ['Date', ...monthColumns.map(({ label }) => label)],
    ...grid.map(({ day, cells }) => [formatUsDate(day), ...monthColumns.map(({ name }) => cells[name])]),
  ];
}
