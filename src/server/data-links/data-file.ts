import type { DataFormat } from '#contract/data-link-parts.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { type CsvCell, toCsvFile } from '#lib/csv.ts';
import type { Column, TableState } from '#lib/table/columns.ts';
import { exportedColumns, exportedHeader, exportedRows, indexRows } from '#lib/table/rows.ts';
import { csvType, type RdbColumn, rdbRows, rdbTop, rdbType } from '../http/text-files.ts';

export type FileNotes = {
  readonly title: string;
  readonly source: string;
  /** The number of the one site of a file that has no column of them. */
  readonly site?: string;
  readonly units?: string;
  readonly period?: string;
  /** What a row is called; a value only if it is one. */
  readonly noun?: 'Values' | 'Rows';
  /** How to read the columns. */
  readonly remarks?: readonly string[];
};

/** A file of data, apart from its format. */
export type DataFile = {
  /** Without extension. */
  readonly name: string;
  readonly notes: FileNotes;
  readonly columns: readonly RdbColumn[];
  readonly rows: readonly (readonly CsvCell[])[];
};

/** Of a file of sites, for callers whom the portal does not know. */
export const visitorNote = 'Fetched without an access token: only sites of providers whose values are open.';

const license =
  'License: values of the USGS, USBR and NRCS are in the public domain in the United States. For others, ask the provider.';

/** Writes the lines above a file's header. `address` is that of the file. */
export function writeNotes(
  { title, source, site, units, period, noun = 'Rows', remarks = [] }: FileNotes,
  { address, count }: { readonly address: string; readonly count: number },
): readonly string[] {
  return [
    title,
    ...(site === undefined ? [] : [`Site number: ${site}`]),
    `Source: ${source || 'none'}`,
    license,
    ...(units === undefined ? [] : [`Units: ${units}`]),
    ...(period === undefined ? [] : [`Period: ${period}`]),
    `${noun}: ${count}`,
    ...remarks,
    formatExportedAt(new Date()),
    `Address: ${address}`,
  ];
}

export const mediaTypes: Readonly<Record<DataFormat, string>> = { csv: csvType, rdb: rdbType };

/** Writes the lines above the rows. */
export function writeTop(
  notes: readonly string[],
  columns: readonly RdbColumn[],
  format: DataFormat,
): string {
  return format === 'rdb' ? rdbTop(notes, columns) : toCsvFile(notes, [columns.map(({ name }) => name)]);
}

export function writeRows(rows: DataFile['rows'], format: DataFormat): string {
  return format === 'rdb' ? rdbRows(rows) : toCsvFile([], rows);
}

/** The columns and rows of a screen's table in this state. */
export function toTableFile<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: TableState,
): Pick<DataFile, 'columns' | 'rows'> {
  return {
    columns: exportedColumns(columns, state.hidden).map((column) => ({
      name: exportedHeader(column),
      kind: column.kind,
    })),
    rows: [...exportedRows(indexRows(rows, columns), state)],
  };
}

/** The header and the rows of a file that is not a table of one kind of rows. */
export function toPlainFile([header = [], ...rows]: readonly (readonly CsvCell[])[]): Pick<
  DataFile,
  'columns' | 'rows'
> {
  const isNumeric = (at: number) =>
    rows.some((row) => typeof row[at] === 'number') && rows.every((row) => typeof row[at] !== 'string');
  return {
    columns: header.map((name, at) => ({ name: String(name), kind: isNumeric(at) ? 'number' : 'text' })),
    rows,
  };
}
