import { type CsvCell, toCsvComment, toCsvFile } from '#lib/csv.ts';
import { CachedBody } from './cached-body.ts';

type CsvTable = {
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
  return new CachedBody(toCsvFile(notes, [header, ...rows]), {
    type: csvType,
    fileName: `${fileName}.csv`,
  });
}

export type RdbColumn = { readonly name: string; readonly kind: 'text' | 'number' | 'date' | 'link' };

export const rdbType = 'text/plain; charset=utf-8';

/** Column widths, which readers of RDB do not need to be exact. */
const formats: Readonly<Record<RdbColumn['kind'], string>> = {
  text: '60s',
  number: '16n',
  date: '10d',
  link: '200s',
};

/**
 * The lines above the rows of an RDB file, as the USGS writes them: comments, names, formats. Names are those of the CSV
 * in the form `last_report`.
 */
export function rdbTop(notes: readonly string[], columns: readonly RdbColumn[]): string {
  return [
    ...toCsvComment(notes),
    columns.map(({ name }) => toRdbName(name)).join('\t'),
    columns.map(({ kind }) => formats[kind]).join('\t'),
    '',
  ].join('\n');
}

/** The lines of rows, each with its line end. */
export function rdbRows(rows: Iterable<readonly CsvCell[]>): string {
  let text = '';
  for (const row of rows) text += `${row.map(toRdbCell).join('\t')}\n`;
  return text;
}

function toRdbName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('%', 'percent')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/**
 * RDB has no quotation. A reader such as R's takes what follows a `#` for a comment and what follows a `"` for one cell, so
 * `Great Feeder #2` becomes `Great Feeder No. 2`, quotation marks curved ones, and tabs and line ends spaces. An address
 * leads to the top of its page.
 */
export function toRdbCell(value: CsvCell): string {
  if (value === null) return '';
  const text = String(value).replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ');
  if (/^https?:/.test(text)) return text.replace(/#.*/, '').replaceAll('"', '%22');
  return text
    .replace(/#\s*(?=\d)/g, 'No. ')
    .replaceAll('#', '＃')
    .replaceAll('"', '”');
}
