import { CachedBody } from './cached-body.ts';

export type CsvCell = string | number | null;

export type CsvTable = {
  /** Without extension. */
  fileName: string;
  /** Lines of the block above the header. */
  notes: readonly string[];
  header: readonly string[];
  rows: Iterable<readonly CsvCell[]>;
};

/** A CSV file (RFC 4180) with a block of `#` lines above its header. */
export function createCsvFile({ fileName, notes, header, rows }: CsvTable): CachedBody {
  const lines = notes.map((note) => `# ${note.replace(/[\r\n]+/g, ' ')}`);
  lines.push(header.map(toCsvCell).join(','));
  for (const row of rows) lines.push(row.map(toCsvCell).join(','));
  lines.push('');
  return new CachedBody(lines.join('\r\n'), {
    type: 'text/csv; charset=utf-8; header=present',
    fileName: `${fileName}.csv`,
  });
}

/** A cell. Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function toCsvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) && !isNumeral(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isNumeral(text: string): boolean {
  return /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}
