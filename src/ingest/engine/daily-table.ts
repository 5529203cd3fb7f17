import type { DayNumber } from '#lib/calendar.ts';
import { type CsvRow, readCsvChunks, splitUnit } from '../reading/parse-csv.ts';
import {
  askAboutMidnight,
  type DayCell,
  dayAt,
  describeDay,
  type Midnight,
  readServiceDay,
} from '../reading/parse-day.ts';
import { readNumber, type ServiceNumber } from '../reading/parse-number.ts';
import { describeStart } from '../reading/read-source-file.ts';
import { checkUnit } from '../reading/units.ts';
import { SourceRefused, type SourceSeries, type SourceText, type Target } from '../source.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from './collect-series.ts';

/** A column of a table, and the series that its cells belong to. */
export type DailyColumn = { readonly index: number; readonly series: SeriesColumn };

type DailyTable = {
  readonly dayColumn: number;
  readonly since: DayNumber | undefined;
  /** What 00:00 means, where the format or the request says so. Otherwise a table of midnights is asked about. */
  readonly midnight: Midnight | undefined;
  /** What to request instead, where a file is not one of daily values. */
  readonly advice: string;
  /** Finds the columns of a row that belong to series. */
  readonly columnsOf: (record: readonly string[]) => readonly DailyColumn[];
  /** Adds a cell to its series; by default, one without marks. */
  readonly addCell?: (series: SeriesColumn, day: DayNumber, line: number, cell: string) => void;
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
    if (!rows) throw new SourceRefused(`${noHeader} ${describeStart(file.head)}`);
    rows.finish();
    if (end && !isEnded) collector.addNote(end.noteIfMissing);
    yield* collector.series();
  } finally {
    collector.close();
  }
}

/** Why the cells of a row that is cut off are not imported. */
const cutReason = 'stands in the last row, which is cut off';

/**
 * Checks the rows of a table of daily values before their cells are read: their length, which is the header's `width`,
 * their dates, and that there is no time of day. Finds the day of each.
 * @throws SourceRefused with the line
 */
function createDailyRows(width: number, table: DailyTable, collector: SeriesCollector) {
  const { dayColumn, since, midnight, advice, columnsOf, addCell = addPlainCell } = table;
  let short: CsvRow | undefined;
  let question: string | undefined;
  let hasPlainDay = false;
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
    if (read.clock === undefined) hasPlainDay = true;
    else if (read.clock === '00:00') question ??= askAboutMidnight(`Line ${line}`, cell, read.day);
    const day = dayAt(read, midnight);
    if (since !== undefined && day < since) return;
    for (const { index, series } of columnsOf(record)) {
      const text = record[index] ?? '';
      if (!isCut) addCell(series, day, line, text);
      else if (readNumber(text) !== 'missing') series.reject(day, line, text.trim(), cutReason);
    }
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
      if (question !== undefined && midnight === undefined && !hasPlainDay) throw new SourceRefused(question);
    },
  };
}

function addPlainCell(series: SeriesColumn, day: DayNumber, line: number, cell: string): void {
  series.addCell(day, line, cell);
}

function wrongLength({ line, record }: CsvRow, width: number): SourceRefused {
  const hint = record.length > width ? ' A number with a comma, 1,500, needs quotation marks.' : '';
  return new SourceRefused(`Line ${line}: ${record.length} columns where the header has ${width}.${hint}`);
}

/** A column of quantities: its header, and that without its unit, in lower case. */
export type Quantity = { readonly header: string; readonly name: string; readonly unit: string | undefined };

/** Finds the target of a site's quantity. */
export type FindTarget = (site: string, quantity: string) => Target | undefined;

export function toQuantity(header: string): Quantity {
  const { name, unit } = splitUnit(header);
  return { header, name: name.toLowerCase(), unit };
}

/**
 * Finds the series of a site's cell. Every site has all columns, most of them without any value, so a missing value of a
 * column that the portal does not import begins no series.
 */
export function seriesOfCell(
  collector: SeriesCollector,
  site: string,
  { header, name: quantity, unit }: Quantity,
  cell: ServiceNumber,
  targetOf: FindTarget,
): SeriesColumn | undefined {
  const target = targetOf(site, quantity);
  if (!target && readNumber(cell) === 'missing') return undefined;
  const name = `${site} ${header}`;
  const check = target && checkUnit(unit ?? '', target.parameter);
  const series = collector.column(name, () => ({ name, target, ...check }));
  if (check?.refusal !== undefined) series.refuse(check.refusal);
  return series;
}

type SiteTable = Pick<DailyTable, 'since' | 'advice'> & {
  /** By default, 00:00 begins the day: the column is one of dates. */
  readonly midnight?: Midnight | undefined;
  readonly noHeader: string;
  readonly siteColumn: string;
  /** The names that the column of dates may have. */
  readonly dayColumns: readonly string[];
  /** Columns that are no quantities. */
  readonly otherColumns: readonly string[];
  readonly targetOf: FindTarget;
};

/** Parses a table with a row for each site and day, and a column for each quantity. @throws SourceRefused */
export function parseSiteTable(
  file: SourceText,
  { noHeader, siteColumn, dayColumns, otherColumns, targetOf, since, midnight = 'start', advice }: SiteTable,
): AsyncGenerator<SourceSeries> {
  const isQuantity = (header: string) =>
    header !== '' && ![siteColumn, ...dayColumns, ...otherColumns].includes(header);
  const readHeader: TableFormat['readHeader'] = ({ record, line }, collector) => {
    const headers = record.map((cell) => cell.trim());
    const siteAt = headers.indexOf(siteColumn);
    const dayColumn = headers.findIndex((head) => dayColumns.includes(head));
    if (siteAt < 0 || dayColumn < 0) {
      throw new SourceRefused(
        `Line ${line}: the header should have ${siteColumn} and ${dayColumns.join(' or ')}; it begins with "${headers[0]?.slice(0, 40)}".`,
      );
    }
    const quantities = headers.flatMap((header, index) =>
      isQuantity(header) ? [{ index, quantity: toQuantity(header) }] : [],
    );
    const twice = headers.find((header, at) => header !== '' && headers.indexOf(header) !== at);
    if (twice !== undefined) throw new SourceRefused(`Line ${line}: the column ${twice} appears twice.`);
    const columnsOf: DailyTable['columnsOf'] = (cells) => {
      const site = (cells[siteAt] ?? '').trim();
      return quantities.flatMap(({ index, quantity }) => {
        const series = seriesOfCell(collector, site, quantity, cells[index], targetOf);
        return series ? [{ index, series }] : [];
      });
    };
    return { dayColumn, since, midnight, advice, columnsOf };
  };
  return parseDailyTable(file, { noHeader, readHeader });
}
