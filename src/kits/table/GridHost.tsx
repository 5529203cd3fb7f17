import type { Row } from 'gridjs';
import { Grid } from 'gridjs-react';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { TableState } from '#lib/table/types.ts';
import { type CellFocus, findCellFocus, restoreCellFocus } from './cell-focus.ts';
import { cellContent, headContent } from './cells.ts';
import styles from './Grid.module.css';
import type { BodyRow, HeadCell } from './model.ts';
import { addTableSemantics, type TableSemantics } from './table-semantics.ts';

type GridHostProps = TableSemantics & {
  /** The shown columns; a new array replaces the table. */
  readonly columns: readonly HeadCell[];
  /** The rows of the page; a new array replaces the rows. */
  readonly rows: readonly BodyRow[];
  readonly sort: TableState['sort'];
  readonly isVisible: boolean;
  readonly onSort: (id: string) => void;
  /** Receives the position of the row on the page. */
  readonly onRow: (position: number) => void;
  /** Called when the first rows are ready. */
  readonly onDrawn: () => void;
};

/**
 * The Grid.js table, loaded only when there are rows to show. Grid.js's React component replaces the whole table when
 * its props change, which loses focus and scroll position. So its props change only with the columns. `data` and
 * `attributes` are functions of the latest props, and new rows run the pipeline of Grid.js, which updates in place.
 */
export function GridHost(props: GridHostProps) {
  const { columns, rows, isVisible } = props;
  const host = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid>(null);
  const latest = useRef(props);
  /** The control that had the focus before the rows were replaced. */
  const focus = useRef<CellFocus>(undefined);

  const table = useMemo(
    () => (
      <Grid
        ref={grid}
        autoWidth={false}
        processingThrottleMs={0}
        columns={columns.map((column) => ({
          id: column.id,
          name: headContent(column, (id) => latest.current.onSort(id)),
          attributes: (_: unknown, row: Row | null) =>
            row ? { 'data-kind': column.kind } : headAttributes(column, latest.current.sort),
        }))}
        data={() => latest.current.rows.map((row) => row.map(cellContent))}
      />
    ),
    [columns],
  );

  useLayoutEffect(() => {
    latest.current = props;
    if (host.current) addTableSemantics(host.current, props);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `data` reads the rows
  useLayoutEffect(() => {
    const pipeline = grid.current?.getInstance().config.pipeline;
    const [extractor] = pipeline?.steps ?? [];
    if (!pipeline || !extractor) return;
    focus.current = host.current ? findCellFocus(host.current) : undefined;
    pipeline.clearCache();
    pipeline.emit('updated', extractor);
  }, [rows]);

  // Other columns come with another pipeline, perhaps before the first one has drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grid has a pipeline for each list of columns
  useLayoutEffect(() => {
    grid.current?.getInstance().config.pipeline.on('afterProcess', () => latest.current.onDrawn());
  }, [columns]);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const observer = new MutationObserver(() => {
      addTableSemantics(element, latest.current);
      if (focus.current && restoreCellFocus(element, focus.current)) focus.current = undefined;
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  function activateRow({ target }: MouseEvent | KeyboardEvent): void {
    if (!props.clickable || !(target instanceof Element) || target.closest('a, button')) return;
    const row = target.closest<HTMLTableRowElement>('tbody tr');
    if (row) props.onRow(row.sectionRowIndex);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it take focus, and Enter
    <div
      ref={host}
      className={styles.grid}
      hidden={!isVisible}
      onClick={activateRow}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement) activateRow(event);
      }}
    >
      {table}
    </div>
  );
}

function headAttributes({ id, kind }: HeadCell, sort: TableState['sort']): Record<string, string> {
  return { scope: 'col', 'data-kind': kind, 'aria-sort': sort?.id === id ? sort.direction : 'none' };
}
