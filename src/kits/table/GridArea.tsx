import { useMemo, useState } from 'react';
import type { RowIndex } from '#lib/table/row-index.ts';
import { toggleSort } from '#lib/table/state.ts';
import type { Column, TableState } from '#lib/table/types.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { toBody, toHead } from './model.ts';
import { TableSkeleton } from './TableSkeleton.tsx';

const loadHost = () => import('./GridHost.tsx');
const GridHost = lazyPart(() => loadHost().then((module) => module.GridHost));

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

/** Draws rows of any kind with Grid.js. */
export function GridArea<Row>(props: Props<Row>) {
  const { caption, index, columns, positions, sort, state, onChange, isHighlighted, onRowClick } = props;
  /** The skeleton stands in until Grid.js has drawn its first rows, so that nothing jumps. */
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
  const highlighted = useMemo(() => rows.map((row) => isHighlighted?.(row) ?? false), [rows, isHighlighted]);
  return (
    <>
      {!drawn && <TableSkeleton columns={columns} rows={rows.length} noun="rows" />}
      <GridHost
        caption={caption}
        columns={head}
        rows={body}
        sort={sort}
        highlighted={highlighted}
        clickable={onRowClick !== undefined}
        isVisible={drawn}
        onSort={(id) => onChange(toggleSort(state, id))}
        onRow={(position) => {
          const row = rows[position];
          if (row !== undefined) onRowClick?.(row);
        }}
        onDrawn={() => setDrawn(true)}
      />
    </>
  );
}
