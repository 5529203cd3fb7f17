import { fullHeader, shownText, visibleColumns } from './columns.ts';
import type { RowIndex } from './row-index.ts';
import { selectRows } from './select.ts';
import type { Column, TableState } from './types.ts';

const lineEnd = '\r\n';
const startsFormula = /^[=+\-@\t\r]/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The selected rows of all pages, in their order, with the shown columns. Text and days are as shown, numbers
 * unrounded, links their addresses. `comment` comes first, each line behind `# `.
 */
export function toCsv<Row>(
  index: RowIndex<Row>,
  state: Pick<TableState, 'search' | 'sort' | 'filters' | 'hidden'>,
  comment: readonly string[] = [],
): string {
  const columns = visibleColumns(index.columns, state.hidden);
  const lines = comment.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => `# ${line}`.trimEnd());
  lines.push(columns.map((column) => csvCell(fullHeader(column))).join(','));
  for (const position of selectRows(index, state)) {
    const row = index.rows[position];
    if (row !== undefined) lines.push(columns.map((column) => csvCell(plainText(column, row))).join(','));
  }
  return `${lines.join(lineEnd)}${lineEnd}`;
}

/** Quoted where it has to be; an apostrophe keeps a spreadsheet from taking a text for a formula. */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function plainText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'link') return column.value(row) ?? '';
  if (column.kind !== 'number') return shownText(column, row);
  const value = column.value(row);
  return value === null || !Number.isFinite(value) ? '' : String(value);
}
