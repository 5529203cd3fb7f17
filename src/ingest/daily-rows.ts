import type { DayNumber } from '#lib/calendar.ts';
import { createSeriesCollector, type SeriesCollector } from './collect-series.ts';
import { type CsvRow, readCsvChunks } from './parse-csv.ts';
import { type DayCell, describeDay, readServiceDay } from './parse-day.ts';
import { SourceRefused, type SourceSeries, type SourceText } from './source.ts';

type DailyRow = {
  readonly record: readonly string[];
  readonly day: DayNumber;
  readonly line: number;
  /** The row may be cut off: none of its cells is imported. */
  readonly isCut: boolean;
};

type DailyTable = {
  readonly dayColumn: number;
  readonly since: DayNumber | undefined;
  /** What to request instead, where a file is not one of daily values. */
  readonly advice: string;
  readonly addRow: (row: DailyRow) => void;
};

type TableFormat = {
  /** Reads the header, and says how to read the rows below it. @throws SourceRefused */
  readonly readHeader: (header: CsvRow, collector: SeriesCollector) => DailyTable;
  /** Why a file without a header is refused. */
  readonly noHeader: string;
  /** Decides of each line above the header whether it is one of a preamble. */
  readonly isPreamble?: (line: string) => boolean;
  /** Finds the line after which nothing is read, for a format that has one. */
  readonly end?: { readonly isLast: (row: CsvRow) => boolean; readonly noteIfMissing: string };
};

/** Parses a table of daily values of any size, one row a day. @throws SourceRefused */
export async function* parseDailyTable(
  file: SourceText,
  { readHeader, noHeader, isPreamble = () => false, end }: TableFormat,
): AsyncGenerator<SourceSeries> {
  const collector = createSeriesCollector();
  let rows: ReturnType<typeof createDailyRows> | undefined;
  let isEnded = false;
  const addRow = (row: CsvRow) => {
    isEnded ||= end?.isLast(row) ?? false;
    if (isEnded) return;
    if (rows) rows.add(row);
    else rows = createDailyRows(row.record.length, readHeader(row, collector), collector);
  };
  try {
    await readCsvChunks(file.chunks(), addRow, { isPreamble });
    if (!rows) throw new SourceRefused(noHeader);
    rows.finish();
    if (end && !isEnded) collector.addNote(end.noteIfMissing);
    yield* collector.series();
  } finally {
    collector.close();
  }
}

/** Why the cells of a row that is cut off are not imported. */
export const cutReason = 'stands in the last row, which is cut off';

/**
 * Checks the rows of a table of daily values before their cells are read: their length, which is the header's `width`,
 * their dates, and that there is no time of day. Finds the day of each.
 * @throws SourceRefused with the line
 */
function createDailyRows(width: number, table: DailyTable, collector: SeriesCollector) {
  const { dayColumn, since, advice, addRow } = table;
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
