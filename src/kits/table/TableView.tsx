import { type ReactNode, useDeferredValue, useId, useMemo, useRef } from 'react';
import { visibleColumns } from '#lib/table/columns.ts';
import { indexRows } from '#lib/table/row-index.ts';
import { pageOf, selectRows } from '#lib/table/select.ts';
import { isFiltered, withPage, withPageSize } from '#lib/table/state.ts';
import type { Column, TableState } from '#lib/table/types.ts';
import { Button, Notice } from '../ui/index.ts';
import { EmptyTable } from './EmptyTable.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { GridArea } from './GridArea.tsx';
import { Items, type ItemsView } from './Items.tsx';
import { Pager } from './Pager.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import styles from './TableView.module.css';
import { type TableCsv, Toolbar } from './Toolbar.tsx';

/** `stale`: the rows are those loaded before the latest attempt failed. */
type TableData<Row> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | {
      readonly status: 'ready';
      readonly rows: readonly Row[];
      readonly stale?: { readonly message: string; readonly retry: () => void } | undefined;
    };

type TableViewProps<Row> = {
  /** Describes the table to screen readers, and names its scrolling region. */
  readonly caption: string;
  /** Must be stable between renders. */
  readonly columns: readonly Column<Row>[];
  readonly data: TableData<Row>;
  readonly state: TableState;
  readonly onChange: (state: TableState) => void;
  /** What the rows are; default: `row` and `rows`. */
  readonly noun?: { readonly one: string; readonly many: string };
  /** Shown if there are no rows at all. */
  readonly empty?: ReactNode;
  /** Adds a CSV download. */
  readonly csv?: TableCsv;
  readonly isHighlighted?: (row: Row) => boolean;
  /** Makes rows respond to clicks and Enter. */
  readonly onRowClick?: (row: Row) => void;
  /** Additional tools. */
  readonly tools?: ReactNode;
  /** Shows rows as cards or a list instead of a table; search, filters, pages and CSV stay. */
  readonly items?: ItemsView<Row> | undefined;
};

const rowNoun = { one: 'row', many: 'rows' };
const none: readonly never[] = [];

/** A table with search, filters, sorting, choice of columns, pages and CSV. The screen stores its state. */
export function TableView<Row>(props: TableViewProps<Row>) {
  const { caption, columns, data, state, onChange, noun = rowNoun } = props;
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const rows = data.status === 'ready' ? data.rows : none;
  const index = useMemo(() => indexRows<Row>(rows, columns), [rows, columns]);
  // Typing stays responsive: the field updates immediately, the rows when the browser has time.
  const deferredState = useDeferredValue(state);
  const { search, sort, filters, hidden } = deferredState;
  const selected = useMemo(
    () => selectRows(index, { search, sort, filters, hidden }),
    [index, search, sort, filters, hidden],
  );
  const page = useMemo(() => pageOf(selected, deferredState), [selected, deferredState]);
  const shown = useMemo(() => visibleColumns(columns, hidden), [columns, hidden]);

  function changePage(next: TableState): void {
    onChange(next);
    region.current?.scrollTo({ top: 0 });
  }

  return (
    <div className={styles.table} aria-busy={data.status === 'loading'}>
      <Toolbar
        caption={caption}
        index={index}
        state={state}
        onChange={onChange}
        filtersId={`${id}-filters`}
        csv={data.status === 'ready' && selected.length > 0 ? props.csv : undefined}
        hasCsv={props.csv !== undefined}
        tools={props.tools}
      >
        <FilterPanel index={index} state={state} onChange={onChange} />
      </Toolbar>
      {data.status === 'ready' && data.stale && (
        <Notice severity="warning" action={<Button onClick={data.stale.retry}>Try again</Button>}>
          {data.stale.message}
        </Notice>
      )}
      {data.status === 'failed' ? (
        <Notice severity="error" action={<Button onClick={data.retry}>Try again</Button>}>
          {data.message}
        </Notice>
      ) : (
        <section
          ref={region}
          className={props.items ? styles.plain : styles.region}
          tabIndex={props.items ? undefined : 0}
          aria-label={caption}
        >
          {data.status === 'loading' ? (
            <TableSkeleton columns={shown} rows={state.pageSize} noun={noun.many} />
          ) : (
            rows.length > 0 &&
            (props.items ? (
              <Items view={props.items} caption={caption} index={index} positions={page.rows} />
            ) : (
              <GridArea
                caption={caption}
                index={index}
                columns={shown}
                positions={page.rows}
                sort={sort}
                state={state}
                onChange={onChange}
                isHighlighted={props.isHighlighted}
                onRowClick={props.onRowClick}
              />
            ))
          )}
          {data.status === 'ready' && selected.length === 0 && (
            <EmptyTable
              isFiltered={rows.length > 0 && isFiltered(deferredState)}
              noun={noun.many}
              empty={props.empty}
              state={state}
              onChange={onChange}
            />
          )}
        </section>
      )}
      <Pager
        caption={caption}
        page={page}
        total={selected.length}
        all={rows.length}
        pageSize={state.pageSize}
        noun={noun}
        isLoaded={data.status === 'ready'}
        onPage={(wanted) => changePage(withPage(state, wanted))}
        onPageSize={(size) => changePage(withPageSize({ ...state, page: page.page }, size))}
      />
    </div>
  );
}
