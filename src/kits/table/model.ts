import { type CellAction, type CellLink, type Column, formatCell } from '#lib/table/columns.ts';

/** A header cell, independent of the type of the rows. */
export type HeadCell = Pick<Column<never>, 'id' | 'header' | 'unit' | 'kind'>;

/** The content of a cell. */
export type BodyCell = {
  readonly text: string;
  /** The markup of a drawing before the text. */
  readonly picture: string | undefined;
  readonly link: CellLink | undefined;
  readonly actions: readonly CellAction[];
  readonly note: string | undefined;
  readonly mark: string | undefined;
};

export type BodyRow = readonly BodyCell[];

export function toBody<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly BodyRow[] {
  return rows.map((row) => columns.map((column) => toCell(column, row)));
}

function toCell<Row>(column: Column<Row>, row: Row): BodyCell {
  const text = formatCell(column, row);
  const shown = column.shown?.(row);
  return {
    text: shown?.text ?? (text === '' ? (column.absent?.(row) ?? '') : text),
    picture: shown?.picture,
    link: linkOf(column, row, text),
    actions: column.actions?.(row) ?? [],
    note: column.note?.(row),
    mark: column.mark?.(row),
  };
}

function linkOf<Row>(column: Column<Row>, row: Row, text: string): CellLink | undefined {
  const link = column.link?.(row);
  if (column.kind !== 'link') return link;
  const href = column.value(row) ?? '';
  // Addresses come from other agencies' data, so only web pages may be opened, no `javascript:`.
  if (!/^https?:\/\//i.test(href)) return undefined;
  return { href, label: link?.label ?? text, external: true };
}
