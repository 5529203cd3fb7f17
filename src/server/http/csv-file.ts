import { type CsvCell, csvLineEnd, toCsvCell, toCsvComment } from '#lib/csv.ts';
import { CachedBody } from './cached-body.ts';

export type CsvTable = {
  /** Without extension. */
  fileName: string;
  /** Lines of the block above the header. */
  notes: readonly string[];
  header: readonly string[];
  rows: Iterable<readonly CsvCell[]>;
};

export const csvType = 'text/csv; charset=utf-8; header=present';

/** Creates a CSV file (RFC 4180) with a block of `#` lines above its header. */
export function createCsvFile({ fileName, notes, header, rows }: CsvTable): CachedBody {
  return new CachedBody(csvTop(notes, header) + csvRows(rows), {
    type: csvType,
    fileName: `${fileName}.csv`,
  });
}

/** The lines above the rows, each with its line end. */
export function csvTop(notes: readonly string[], header: readonly string[]): string {
  return [...toCsvComment(notes), header.map(toCsvCell).join(','), ''].join(csvLineEnd);
}

/** The lines of rows, each with its line end. */
export function csvRows(rows: Iterable<readonly CsvCell[]>): string {
  let text = '';
  for (const row of rows) text += row.map(toCsvCell).join(',') + csvLineEnd;
  return text;
}
