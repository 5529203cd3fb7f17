import { formatUsDate } from '../calendar.ts';
import { withMinus } from '../format-number.ts';
import type { Column, ColumnFilter } from './types.ts';

/** Formats a cell; empty if there is no value. */
export function formatCell<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'number': {
      const value = column.value(row);
      if (value === null || Number.isNaN(value)) return '';
      return column.format ? column.format(value, row) : withMinus(String(value));
    }
    case 'date': {
      const value = column.value(row);
      if (value === null || value === '') return '';
      return column.format ? column.format(value, row) : formatUsDate(value);
    }
    case 'link': {
      const value = column.value(row);
      if (value === null || value === '') return '';
      return column.format ? column.format(value, row) : 'Link';
    }
    case 'text': {
      const value = column.value(row);
      if (value === null) return '';
      return column.format ? column.format(value, row) : value;
    }
  }
}

/** The header with its unit: `Storage (AF)`. */
export function headerWithUnit<Row>({ header, unit }: Column<Row>): string {
  return unit === undefined ? header : `${header} (${unit})`;
}

type FilterKind = ColumnFilter['kind'];

/** How a column is filtered; columns of links are not. */
export function filterKind<Row>(column: Column<Row>): FilterKind | undefined {
  if (column.kind === 'text') return column.filter ?? 'contains';
  if (column.kind === 'number') return 'numbers';
  return column.kind === 'date' ? 'days' : undefined;
}

/** The columns that a visitor may see. */
export function offeredColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ onlyInCsv }) => !onlyInCsv);
}

export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] {
  return offeredColumns(columns).filter(({ id }) => !hidden.includes(id));
}
