export const csvLineEnd = '\r\n';

export type CsvCell = string | number | null;

/** Spreadsheets of East Asian languages take the signs of full width as those of ASCII. */
const formulaStart = /^[=+\-@＝＋－＠\t\r]/;
const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Formats a cell (RFC 4180): quoted where necessary, empty for null. A text that a spreadsheet would run as a formula
 * gets an apostrophe: `=1+1` becomes `'=1+1`, `-112.80` stays.
 */
export function toCsvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function escapeFormula(text: string): string {
  return formulaStart.test(text) && !numeral.test(text) ? `'${text}` : text;
}

/** Formats the lines above the header, each of which begins with `# `. */
export function toCsvComment(notes: readonly string[]): string[] {
  return notes.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => `# ${line}`.trimEnd());
}

/** A header, whose cells name the units, and the rows below it. */
export type CsvTable = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
};

/** The lines of a table, its header first. */
export function toLines({ header, rows }: CsvTable): readonly (readonly CsvCell[])[] {
  return [header, ...rows];
}

/** Writes a file: notes as comments, then the lines, numbers unrounded. */
export function toCsvFile(notes: readonly string[], lines: Iterable<readonly CsvCell[]>): string {
  const text = Array.from(lines, (line) => line.map(toCsvCell).join(','));
  return [...toCsvComment(notes), ...text, ''].join(csvLineEnd);
}

/** Writes lines for the clipboard: with tabs between cells, as spreadsheets paste them. */
export function toTsv(lines: readonly (readonly CsvCell[])[]): string {
  const toCell = (value: CsvCell) => (typeof value === 'string' ? escapeFormula(value) : String(value ?? ''));
  return lines.map((line) => line.map(toCell).join('\t')).join('\n');
}

/** A header, and what the cells below it have. */
export type CsvColumn<Item> = readonly [header: string, cellOf: (item: Item, at: number) => CsvCell];

/** Creates a table with a row for each item. */
export function toCsvTable<Item>(items: readonly Item[], columns: readonly CsvColumn<Item>[]): CsvTable {
  return {
    header: columns.map(([header]) => header),
    rows: items.map((item, at) => columns.map(([, cellOf]) => cellOf(item, at))),
  };
}

/** Signs before the text of a file by which Excel knows UTF-8. */
const byteOrderMark = '\uFEFF';

/** A comment, a quoted cell, or a cell of digits that Excel would shorten: it drops leading zeros, and rounds long ones. */
const spreadsheetCells = /^#.*$|"(?:[^"]|"")*"|(?<=^|,)(?:0\d+|\d{12,})(?=,|\r?$)/gm;

/** Writes numbers of sites as texts for spreadsheets: `431834112402701` becomes `"=""431834112402701"""`. */
export function keepDigits(csv: string): string {
  return csv.replace(spreadsheetCells, (cell) => (/^\d/.test(cell) ? `"=""${cell}"""` : cell));
}

/** The text of a CSV file that people open by a click. */
export function toSpreadsheetCsv(csv: string): string {
  return byteOrderMark + keepDigits(csv);
}
