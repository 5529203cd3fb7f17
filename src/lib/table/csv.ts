import { csvLineEnd, toCsvCell, toCsvComment } from '../csv.ts';
import { formatCell, headerWithUnit } from './columns.ts';
import type { RowIndex } from './row-index.ts';
import { selectRows } from './select.ts';
import type { Column, TableState } from './types.ts';

/**
 * Exports the selected rows of all pages, in order, with the shown columns and those that every CSV has. Text is as shown, numbers are unrounded,
 * days ISO dates and links their addresses. The lines of `comment` come first, each after `# `.
 */
export function toCsv<Row>(
  index: RowIndex<Row>,
  state: Pick<TableState, 'search' | 'sort' | 'filters' | 'hidden'>,
  comment: readonly string[] = [],
): string {
  const columns = index.columns.filter(({ id, alwaysInCsv }) => alwaysInCsv || !state.hidden.includes(id));
  const lines = toCsvComment(comment);
  lines.push(columns.map((column) => toCsvCell(column.csvHeader ?? headerWithUnit(column))).join(','));
  for (const position of selectRows(index, state)) {
    const row = index.rows[position];
    if (row !== undefined) lines.push(columns.map((column) => toCsvCell(csvText(column, row))).join(','));
  }
  return `${lines.join(csvLineEnd)}${csvLineEnd}`;
}

function csvText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'link' || column.kind === 'date') return column.value(row) ?? '';
  if (column.kind !== 'number') return formatCell(column, row);
  const value = column.value(row);
  return value === null || !Number.isFinite(value) ? '' : String(value);
}
