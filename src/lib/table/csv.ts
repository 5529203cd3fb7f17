import { csvLineEnd, toCsvCell, toCsvComment } from '../csv.ts';
import { type Column, formatCell, headerWithUnit, type TableState } from './columns.ts';
import { type RowIndex, selectRows } from './rows.ts';

type Exported = Pick<TableState, 'search' | 'sort' | 'filters' | 'hidden'>;

/**
 * Exports the selected rows of all pages, in order, with the shown columns and those that every CSV has. Text is as shown, numbers are unrounded,
 * days ISO dates and links their addresses. The lines of `comment` come first, each after `# `.
 */
export function toCsv<Row>(index: RowIndex<Row>, state: Exported, comment: readonly string[] = []): string {
  const columns = exportedColumns(index.columns, state.hidden);
  const lines = toCsvComment(comment);
  lines.push(columns.map((column) => toCsvCell(exportedHeader(column))).join(','));
  for (const cells of exportedRows(index, state)) lines.push(cells.map(toCsvCell).join(','));
  return `${lines.join(csvLineEnd)}${csvLineEnd}`;
}

/** The columns of an exported table: those that are shown, and those that every file has. */
export function exportedColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] {
  return columns.filter(({ id, alwaysInCsv, onlyInCsv }) => alwaysInCsv || onlyInCsv || !hidden.includes(id));
}

export function exportedHeader<Row>(column: Column<Row>): string {
  return column.csvHeader ?? headerWithUnit(column);
}

/** Iterates over the cells of the selected rows, in order. */
export function* exportedRows<Row>(index: RowIndex<Row>, state: Exported): Generator<readonly string[]> {
  const columns = exportedColumns(index.columns, state.hidden);
  for (const position of selectRows(index, state)) {
    const row = index.rows[position];
    if (row !== undefined) yield columns.map((column) => exportedCell(column, row));
  }
}

/** The text of a cell in a file: days are ISO dates, numbers unrounded, links their addresses. */
export function exportedCell<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'link' || column.kind === 'date') return column.value(row) ?? '';
  if (column.kind !== 'number') return formatCell(column, row);
  const value = column.value(row);
  return value === null || !Number.isFinite(value) ? '' : String(value);
}
