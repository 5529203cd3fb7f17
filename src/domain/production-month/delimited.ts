import { csvLineEnd, escapedFormula, toCsvCell } from '#lib/csv.ts';

/**
 * Splits text with quoted cells (RFC 4180, or a block of a spreadsheet's clipboard) into rows. Blank rows stay, except
 * the end of the last line. A quote within an unquoted cell is text.
 */
export function parseDelimited(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '');
  let at = 0;
  while (at <= lines.length) {
    const row = rows.at(-1) ?? [];
    const quoted = lines[at] === '"' ? readQuoted(lines, at, delimiter) : undefined;
    const end = quoted?.end ?? endOfCell(lines, at, delimiter);
    row.push(quoted?.cell ?? lines.slice(at, end));
    if (lines[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return end;
}

/** Reads a quoted cell; undefined if its quote is not closed at the end of a cell, which makes it plain text. */
function readQuoted(text: string, from: number, delimiter: string) {
  let cell = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else {
      const next = text[at + 1];
      const isClosed = next === undefined || next === delimiter || next === '\n';
      return isClosed ? { cell, end: at + 1 } : undefined;
    }
  }
  return undefined;
}

/** Finds what separates the cells of a file, by its first line: a tab, a semicolon or a comma. */
export function findDelimiter(text: string): string {
  const [first = ''] = text.split(/\r|\n/, 1);
  const count = (delimiter: string) => parseDelimited(first, delimiter)[0]?.length ?? 0;
  return ['\t', ';', ','].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

/** Formats rows as CSV, or with tabs for the clipboard. A formula gets an apostrophe, which `unescapeFormula` removes. */
export function formatDelimited(rows: readonly (readonly string[])[], delimiter: ',' | '\t'): string {
  const format = (cell: string) => {
    const text = toCsvCell(escapedFormula.test(cell) ? `'${cell}` : cell);
    const isQuoted = text.startsWith('"');
    return delimiter === '\t' && !isQuoted && text.includes('\t') ? `"${text}"` : text;
  };
  return rows.map((cells) => cells.map(format).join(delimiter) + csvLineEnd).join('');
}

/** Removes the apostrophe that keeps a spreadsheet from running a text as a formula. */
export function unescapeFormula(text: string): string {
  return escapedFormula.test(text) ? text.slice(1) : text;
}
