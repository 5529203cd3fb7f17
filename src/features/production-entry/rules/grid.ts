import { dayFromParts, formatDay } from '#lib/calendar.ts';
import { isSameCell, type MonthCells, type MonthColumn, monthColumns, readCell } from './cells.ts';

/** The days of a month, `YYYY-MM`. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const first = dayFromParts(year, number, 1);
  const count = dayFromParts(year, number + 1, 1) - first;
  return Array.from({ length: count }, (_, index) => formatDay(first + index));
}

/** The month before or after: `shiftMonth('2026-01', -1)` is `2025-12`. */
export function shiftMonth(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return formatDay(dayFromParts(year, number + count, 1)).slice(0, 7);
}

/** Why a day cannot be edited: it is in the future, or the well's provider has delivered its hours. */
type DayLock = 'future' | 'delivered';

/** A day of the grid. `cells` are as typed. */
export type MonthRow = {
  readonly day: string;
  readonly lock?: DayLock | undefined;
  readonly cells: MonthCells;
};

export type MonthGrid = readonly MonthRow[];

/** Where a cell is: indexes into the grid and into `monthColumns`. */
type CellPlace = { readonly row: number; readonly column: number };

export const blankCells: MonthCells = {
  hours_pumped: '',
  meter_reading: '',
  reading_time: '',
  method: '',
  remarks: '',
};

/** Whether nothing but a method is in a row: no reading was entered. */
export function isBlankRow({ cells }: MonthRow): boolean {
  return monthColumns.every(({ name }) => name === 'method' || cells[name].trim() === '');
}

/**
 * Sets cells of unlocked days. A day that gets its first reading takes `method`, and one without any reading has none.
 */
export function editCells(
  grid: MonthGrid,
  edits: readonly { readonly row: number; readonly cells: Partial<MonthCells> }[],
  method: string,
): MonthGrid {
  const next = [...grid];
  for (const { row, cells } of edits) {
    const before = next[row];
    if (!before || before.lock) continue;
    const after: MonthRow = { ...before, cells: { ...before.cells, ...cells } };
    next[row] = { ...after, cells: { ...after.cells, method: methodOf(before, after, method) } };
  }
  return next;
}

function methodOf(before: MonthRow, after: MonthRow, method: string): string {
  if (isBlankRow(after)) return '';
  return isBlankRow(before) && after.cells.method.trim() === '' ? method : after.cells.method;
}

export function isChanged(row: MonthRow, saved: MonthRow | undefined): boolean {
  return monthColumns.some(({ name }) => !isSameCell(name, row.cells[name], saved?.cells[name] ?? ''));
}

/** A cell with what is wrong with it. */
export type CellFault = CellPlace & { readonly fault: string };

/** Finds the faulty cells of the unlocked days, among them hours and methods that an entry needs. */
export function findFaults(grid: MonthGrid): CellFault[] {
  return grid.flatMap((row, index) =>
    row.lock || isBlankRow(row)
      ? []
      : monthColumns.flatMap(({ name }, column) => {
          const fault = faultOf(name, row.cells[name]);
          return fault === undefined ? [] : [{ row: index, column, fault }];
        }),
  );
}

function faultOf(column: MonthColumn, text: string): string | undefined {
  const reading = readCell(column, text);
  if ('fault' in reading) return reading.fault;
  if (reading.value !== null) return undefined;
  if (column === 'hours_pumped') return 'Enter the hours, or clear the whole day.';
  return column === 'method' ? 'Enter a method.' : undefined;
}

/** The values of a valid row; null where a cell is blank. */
export function toEntry({ cells }: MonthRow): Record<MonthColumn, string | number | null> {
  const entries = monthColumns.map(({ name }) => {
    const reading = readCell(name, cells[name]);
    return [name, 'value' in reading ? reading.value : null] as const;
  });
  return Object.fromEntries(entries) as Record<MonthColumn, string | number | null>;
}

/** The sums of a month. `meter` is the last reading minus the first; undefined with fewer than two. */
export type MonthTotals = {
  readonly hours: number;
  /** Days with valid hours, and those of them above 0. */
  readonly days: number;
  readonly pumpedDays: number;
  readonly meter: number | undefined;
};

export function sumMonth(grid: MonthGrid): MonthTotals {
  const numbersOf = (column: MonthColumn) =>
    grid.flatMap(({ cells }) => {
      const reading = readCell(column, cells[column]);
      return 'value' in reading && typeof reading.value === 'number' ? [reading.value] : [];
    });
  const hours = numbersOf('hours_pumped');
  const readings = numbersOf('meter_reading');
  const [first, last] = [readings[0], readings.at(-1)];
  return {
    // Sums of tenths are free of the noise of binary fractions.
    hours: Math.round(hours.reduce((sum, each) => sum + each, 0) * 1e6) / 1e6,
    days: hours.length,
    pumpedDays: hours.filter((each) => each > 0).length,
    meter:
      readings.length < 2 || first === undefined || last === undefined
        ? undefined
        : Math.round((last - first) * 1e6) / 1e6,
  };
}
