import type { DayNumber } from '#lib/calendar.ts';
import type { SeriesCollector } from './collect-series.ts';
import type { CsvRow } from './parse-csv.ts';
import { type DayCell, describeDay, readServiceDay } from './parse-day.ts';
import { SourceRefused } from './source.ts';

export type DailyRow = {
  readonly record: readonly string[];
  readonly day: DayNumber;
  readonly line: number;
  /** The row may be cut off: none of its cells is imported. */
  readonly isCut: boolean;
};

export type DailyTable = {
  /** Number of columns of the header. */
  readonly width: number;
  readonly dayColumn: number;
  readonly since: DayNumber | undefined;
  /** What to request instead, where a file is not one of daily values. */
  readonly advice: string;
  readonly addRow: (row: DailyRow) => void;
};

/** Why the cells of a row that is cut off are not imported. */
export const cutReason = 'stands in the last row, which is cut off';

/**
 * Checks the rows of a table of daily values before their cells are read: their length, their dates, and that there is
 * no time of day. Finds the day of each.
 * @throws SourceRefused with the line
 */
export function createDailyRows(table: DailyTable, collector: SeriesCollector) {
  const { width, dayColumn, since, advice, addRow } = table;
  let short: CsvRow | undefined;
  let lastCell: string | undefined;
  let lastRead: DayCell | undefined;
  /** A file for many sites repeats each date. */
  const readCell = (cell: string): DayCell => {
    if (!lastRead || cell !== lastCell) lastRead = readServiceDay(cell);
    lastCell = cell;
    return lastRead;
  };

  const addWhole = ({ record, line, isCut }: CsvRow) => {
    const cell = record[dayColumn] ?? '';
    const read = readCell(cell);
    if (read.kind !== 'day') {
      if (isCut) return collector.addNote(`Line ${line} is cut off and was not imported.`);
      const help = read.kind === 'invalid' ? '' : ` ${advice}`;
      throw new SourceRefused(`Line ${line}: ${describeDay(cell, read)}.${help}`);
    }
    if (isCut) {
      collector.addNote(
        `The file ends in the middle of line ${line}: its last number may be cut off, so the row was not imported. Save the file again.`,
      );
    }
    if (since !== undefined && read.day < since) return;
    addRow({ record, day: read.day, line, isCut });
  };

  return {
    add: (row: CsvRow) => {
      if (short) throw wrongLength(short, width);
      const { record } = row;
      if (record.length < width) {
        short = row;
        return;
      }
      // Services and spreadsheets add empty columns without a name.
      if (record.length > width && record.slice(width).some((cell) => cell.trim() !== ''))
        throw wrongLength(row, width);
      addWhole(row);
    },
    /** Must be called after the last row. A short row at the end is a file that is cut off. */
    finish: () => {
      if (short) addWhole({ ...short, isCut: true });
    },
  };
}

function wrongLength({ line, record }: CsvRow, width: number): SourceRefused {
  const hint = record.length > width ? ' A number with a comma, 1,500, needs quotation marks.' : '';
  return new SourceRefused(`Line ${line}: ${record.length} columns where the header has ${width}.${hint}`);
}
