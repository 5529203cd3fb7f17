import { lazy, Suspense, useMemo } from 'react';
import { toBody, toHead } from './model.ts';
import type { RowIndex } from './row-index.ts';
import { toggleSort } from './state.ts';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { Column, TableState } from './types.ts';

const loadHost = () => import('./GridHost.tsx');
const GridHost = lazy(() => loadHost().then((module) => ({ default: module.GridHost })));

type Props<Row> = {
  caption: string;
  index: RowIndex<Row>;
  columns: readonly Column<Row>[];
  /** The rows of the page. */
  positions: readonly number[];
  sort: TableState['sort'];
  state: TableState;
  onChange: (state: TableState) => void;
  isHighlighted: ((row: Row) => boolean) | undefined;
  onRowClick: ((row: Row) => void) | undefined;
};

/** From rows of any kind to what Grid.js draws. */
export function GridArea<Row>(props: Props<Row>) {
  const { caption, index, columns, positions, sort, state, onChange, isHighlighted, onRowClick } = props;
  const rows = useMemo(
    () =>
      positions.flatMap((position) => {
        const row = index.rows[position];
        return row === undefined ? [] : [row];
      }),
    [index, positions],
  );
  const head = useMemo(() => toHead(columns), [columns]);
  const body = useMemo(() => toBody(columns, rows), [columns, rows]);
  const view = {
    caption,
    sort,
    columns: head,
    rows: body,
    marked: rows.map((row) => isHighlighted?.(row) ?? false),
    choosable: onRowClick !== undefined,
  };
  const actions = {
    onSort: (id: string) => onChange(toggleSort(state, id)),
    onRow(position: number) {
      const row = rows[position];
      if (row !== undefined) onRowClick?.(row);
    },
  };
  return (
    <Suspense fallback={<TableSkeleton columns={columns} rows={rows.length} noun="rows" />}>
      <GridHost view={view} actions={actions} />
    </Suspense>
  );
}
