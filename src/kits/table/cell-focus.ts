/** A button in the body of a table, by its positions. */
export type CellFocus = { readonly row: number; readonly cell: number; readonly button: number };

const controls = 'a, button';

/** Finds which control of a body cell has the focus. */
export function findCellFocus(host: Element): CellFocus | undefined {
  const control = document.activeElement;
  const cell = control?.closest('td');
  const row = cell?.parentElement;
  if (!control || !cell || !(row instanceof HTMLTableRowElement) || !host.contains(row)) return undefined;
  return {
    row: row.sectionRowIndex,
    cell: cell.cellIndex,
    button: [...cell.querySelectorAll(controls)].indexOf(control),
  };
}

/**
 * Gives the focus back to a control of which the table has made a new one. Grid.js makes new rows for new data. Does
 * nothing while something else has the focus.
 * @returns whether the focus was given back
 */
export function restoreCellFocus(host: Element, { row, cell, button }: CellFocus): boolean {
  if (document.activeElement && document.activeElement !== document.body) return false;
  const place = host.querySelectorAll<HTMLTableRowElement>('tbody tr')[row]?.cells[cell];
  const control = place?.querySelectorAll<HTMLElement>(controls)[button];
  control?.focus({ preventScroll: true });
  return control !== undefined;
}
