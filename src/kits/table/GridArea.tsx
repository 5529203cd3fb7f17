import { lazy, Suspense, useMemo, useState } from 'react';
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
  /** Grid.js takes a moment; the skeleton keeps the place so that nothing jumps. */
  const [drawn, setDrawn] = useState(false);
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
    highlighted: rows.map((row) => isHighlighted?.(row) ?? false),
    clickable: onRowClick !== undefined,
  };
  const actions = {
    onSort: (id: string) => onChange(toggleSort(state, id)),
    onRow(position: number) {
      const row = rows[position];
      if (row !== undefined) onRowClick?.(row);
    },
    onDrawn: () => setDrawn(true),
  };
  return (
    <>
      {!drawn && <TableSkeleton columns={columns} rows={rows.length} noun="rows" />}
      <Suspense fallback={null}>
        <GridHost view={view} actions={actions} shown={drawn} />
      </Suspense>
    </>
  );
}
