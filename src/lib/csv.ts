export const csvLineEnd = '\r\n';

export type CsvCell = string | number | null;

const formulaStart = /^[=+\-@\t\r]/;
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

export function escapeFormula(text: string): string {
  return formulaStart.test(text) && !numeral.test(text) ? `'${text}` : text;
}

/** Formats the lines above the header, each of which begins with `# `. */
export function toCsvComment(notes: readonly string[]): string[] {
  return notes.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => `# ${line}`.trimEnd());
}
