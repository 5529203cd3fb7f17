import { Cell, Grid, Row } from 'gridjs';
import { cellContent, headContent } from './cells.ts';
import { type Decoration, decorate } from './decorate.ts';
import type { BodyRow, HeadCell } from './model.ts';

export type GridView = Decoration & {
  /** The shown columns; a new array makes a new header. */
  readonly columns: readonly HeadCell[];
  /** The rows of the page; a new array makes new rows. */
  readonly rows: readonly BodyRow[];
};

export type GridActions = {
  onSort(id: string): void;
  /** The position of a row on the page. */
  onRow(position: number): void;
  /** The first rows are on the page. */
  onDrawn(): void;
};

/** Grid.js's `Status.Rendered`; it exports the type alone. */
const rendered = 3;

/**
 * A Grid.js table that shows one page of rows worked out elsewhere. Its own way of taking new data removes the
 * table and draws another, losing focus and place; here header and rows are put into its store instead.
 */
export function createGrid(host: HTMLElement, actions: GridActions, first: GridView) {
  let view = first;
  const grid = new Grid(settings());

  function settings() {
    return {
      autoWidth: false,
      processingThrottleMs: 0,
      columns: view.columns.map((column) => ({
        id: column.id,
        name: headContent(column, actions.onSort),
        attributes: (_: unknown, row: Row | null) => (row ? bodyAttributes(column) : headAttributes(column)),
      })),
      data: () => view.rows.map((row) => row.map(cellContent)),
    };
  }

  function updateView(next: GridView): void {
    const previous = view;
    view = next;
    if (previous.columns !== next.columns) {
      // A configuration of its own, for the header alone: updating the real one would start a second pipeline.
      grid.config.header = new Grid({ ...settings(), data: [] }).config.header;
    }
    if (previous.columns === next.columns && previous.rows === next.rows) decorate(host, view);
    else putRows();
  }

  function putRows(): void {
    const rows = view.rows.map((row) => new Row(row.map((cell) => new Cell(cellContent(cell)))));
    grid.config.store.dispatch((state) => ({
      ...state,
      header: grid.config.header,
      data: { rows, length: rows.length },
    }));
  }

  grid.render(host);
  // What came while Grid.js worked out its first rows was overwritten by them.
  const unsubscribe = grid.config.store.subscribe((state) => {
    if (state?.status !== rendered) return;
    unsubscribe();
    actions.onDrawn();
    if (view.rows !== first.rows) putRows();
  });
  const observer = new MutationObserver(() => decorate(host, view));
  observer.observe(host, { childList: true, subtree: true });

  function onActivate(event: MouseEvent | KeyboardEvent): void {
    if (!view.clickable || !(event.target instanceof Element)) return;
    if (event instanceof KeyboardEvent && (event.key !== 'Enter' || !event.target.matches('tr'))) return;
    const row = event.target.closest('a, button') ? null : event.target.closest('tr');
    if (row && row.parentElement === row.closest('table')?.tBodies[0]) actions.onRow(row.sectionRowIndex);
  }
  host.addEventListener('click', onActivate);
  host.addEventListener('keydown', onActivate);

  return {
    update: updateView,
    dispose(): void {
      observer.disconnect();
      host.removeEventListener('click', onActivate);
      host.removeEventListener('keydown', onActivate);
      grid.destroy();
    },
  };
}

function headAttributes({ kind }: HeadCell): Record<string, string> {
  return { scope: 'col', 'data-kind': kind };
}

function bodyAttributes({ kind }: HeadCell): Record<string, string> {
  return { 'data-kind': kind };
}
