import { useStore } from '@nanostores/react';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { WritableAtom } from 'nanostores';
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import {
  type Column,
  headerWithUnit,
  type PageSize,
  pageSizes,
  type TableRows,
  type TableState,
  toBody,
  visibleColumns,
} from '#lib/table/columns.ts';
import { constantColumns, indexRows, type Page, pageOf, type RowIndex, selectRows } from '#lib/table/rows.ts';
import { isFiltered, toggleSort, withoutFilters, withPage, withPageSize } from '#lib/table/state.ts';
import { Button, lazyPart, Notice, Row, Spinner, Stack } from '../ui/index.ts';
import { useMediaQuery } from '../ui/screen-parts.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import styles from './TableView.module.css';
import { type TableCsv, Toolbar } from './Toolbar.tsx';

type TableViewProps<Row> = {
  /** Describes the table to screen readers, and names its scrolling region. */
  readonly caption: string;
  /** Must be stable between renders. */
  readonly columns: readonly Column<Row>[];
  readonly data: TableRows<Row>;
  /** Stores what a visitor changes. */
  readonly $table: WritableAtom<TableState>;
  /** What the rows are. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Shown if there are no rows at all. */
  readonly empty: ReactNode;
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

const none: readonly never[] = [];
/** Too narrow for columns that have the same text in every row. */
const narrow = '(width < 640px)';

/** A table with search, filters, sorting, choice of columns, pages and CSV. The screen stores its state. */
export function TableView<Row>(props: TableViewProps<Row>) {
  const { caption, columns, data, $table, noun } = props;
  const state = useStore($table);
  const onChange = (next: TableState) => $table.set(next);
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
  const visible = useMemo(() => visibleColumns(columns, hidden), [columns, hidden]);
  const isNarrow = useMediaQuery(narrow);
  const constant = useMemo(
    () => (isNarrow && !props.items ? constantColumns(index, visible, selected) : none),
    [isNarrow, props.items, index, visible, selected],
  );
  const shown = useMemo(() => {
    const varying = visible.filter((column) => !constant.some((each) => each.column === column));
    // Icons stand beside the name that they belong to where there is room for more than both.
    return isNarrow ? varying.toSorted((one, other) => rankOf(one) - rankOf(other)) : varying;
  }, [visible, constant, isNarrow]);
  const same = constant.filter(({ text }) => text !== '');

  function changePage(next: TableState): void {
    onChange(next);
    region.current?.scrollTo({ top: 0 });
  }

  return (
    <Stack gap={3} className={styles.table} aria-busy={data.status === 'loading'}>
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
      {same.length > 0 && (
        <p className="quiet-xs">
          In all rows: {same.map(({ column, text }) => `${headerWithUnit(column)} ${text}`).join(' · ')}
        </p>
      )}
      {data.status === 'failed' ? (
        <Notice severity="error" action={<Button onClick={data.retry}>Try again</Button>}>
          {data.message}
        </Notice>
      ) : (
        <section
          ref={region}
          className={props.items ? 'relative' : `frame relative scrolls ${styles.region}`}
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
                onSort={(id) => onChange(toggleSort(state, id))}
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
    </Stack>
  );
}

const rankOf = <Row,>({ kind }: Column<Row>): number => Number(kind === 'actions');

type EmptyTableProps = {
  /** Search or filters hide all rows. */
  isFiltered: boolean;
  noun: string;
  empty: ReactNode;
  state: TableState;
  onChange: (state: TableState) => void;
};

/** Explains why the table is empty, and how to change that. */
function EmptyTable({ isFiltered, noun, empty, state, onChange }: EmptyTableProps) {
  if (!isFiltered) {
    return (
      <Stack as="p" gap={3} className={`muted ${styles.empty} text-center`}>
        {empty}
      </Stack>
    );
  }
  return (
    <Stack gap={3} className={`muted ${styles.empty} text-center`}>
      <p>No {noun} match the search and filters.</p>
      <Button onClick={() => onChange(withoutFilters(state))}>Clear search and filters</Button>
    </Stack>
  );
}

type ItemsView<Row> = {
  readonly layout: 'cards' | 'list';
  readonly keyOf: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
};

type ItemsProps<Row> = {
  view: ItemsView<Row>;
  caption: string;
  index: RowIndex<Row>;
  /** The rows of the page. */
  positions: readonly number[];
};

/** Shows the rows of a page as cards or as a list. */
function Items<Row>({ view, caption, index, positions }: ItemsProps<Row>) {
  return (
    <ul
      className={view.layout === 'cards' ? 'grid' : 'frame ruled-list'}
      data-gap={3}
      style={{ ['--column' as string]: '18rem' }}
      data-fill
      aria-label={caption}
    >
      {positions.map((position) => {
        const row = index.rows[position];
        if (row === undefined) return null;
        return (
          <li key={view.keyOf(row)} className={view.layout === 'cards' ? 'packed' : undefined}>
            {view.render(row)}
          </li>
        );
      })}
    </ul>
  );
}

const loadHost = () => import('./GridHost.tsx');
const GridHost = lazyPart(() => loadHost().then((module) => module.GridHost));

type GridAreaProps<Row> = {
  caption: string;
  index: RowIndex<Row>;
  columns: readonly Column<Row>[];
  /** The rows of the page. */
  positions: readonly number[];
  sort: TableState['sort'];
  onSort: (id: string) => void;
  isHighlighted: ((row: Row) => boolean) | undefined;
  onRowClick: ((row: Row) => void) | undefined;
};

/** Draws rows of any kind with Grid.js. */
function GridArea<Row>(props: GridAreaProps<Row>) {
  const { caption, index, columns, positions, sort, onSort, isHighlighted, onRowClick } = props;
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
  const body = useMemo(() => toBody(columns, rows), [columns, rows]);
  const highlighted = useMemo(() => rows.map((row) => isHighlighted?.(row) ?? false), [rows, isHighlighted]);
  return (
    <>
      {!drawn && <TableSkeleton columns={columns} rows={rows.length} noun="rows" />}
      <GridHost
        caption={caption}
        columns={columns}
        rows={body}
        sort={sort}
        highlighted={highlighted}
        clickable={onRowClick !== undefined}
        isVisible={drawn}
        onSort={onSort}
        onRow={(position) => {
          const row = rows[position];
          if (row !== undefined) onRowClick?.(row);
        }}
        onDrawn={() => setDrawn(true)}
      />
    </>
  );
}

const maxRows = 20;

type TableSkeletonProps<Row> = { columns: readonly Column<Row>[]; rows: number; noun: string };

/** The table's layout while its rows are loading, with a spinner. */
function TableSkeleton<Row>({ columns, rows, noun }: TableSkeletonProps<Row>) {
  const bars = Array.from({ length: Math.min(rows, maxRows) }, (_, at) => `row-${at}`);
  return (
    <>
      <Row as="p" gap={2} data-nowrap className={`quiet ${styles.loading} pad-2-3`} role="status">
        <Spinner size={18} />
        Loading {noun}…
      </Row>
      <table className={styles.skeleton} aria-hidden="true">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} data-kind={column.kind}>
                {column.kind !== 'actions' && headerWithUnit(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((row) => (
            <tr key={row}>
              {columns.map(({ id }) => (
                <td key={id}>
                  <span className={`block placeholder ${styles.bar}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type Props = {
  caption: string;
  page: Page;
  /** Selected rows, of `all`. */
  total: number;
  all: number;
  pageSize: PageSize;
  noun: { readonly one: string; readonly many: string };
  /** Whether the rows are loaded. */
  isLoaded: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: PageSize) => void;
};

/** The controls below the table: number of rows, page size and page. */
function Pager({ caption, page, total, all, pageSize, noun, isLoaded, onPage, onPageSize }: Props) {
  const steps = [
    { label: 'First page', to: 1, Icon: ChevronFirst },
    { label: 'Previous page', to: page.page - 1, Icon: ChevronLeft },
    { label: 'Next page', to: page.page + 1, Icon: ChevronRight },
    { label: 'Last page', to: page.pages, Icon: ChevronLast },
  ];
  const buttons = steps.map(({ label, to, Icon }) => {
    const possible = isLoaded && to >= 1 && to <= page.pages && to !== page.page;
    return (
      <Button
        key={label}
        variant="quiet"
        icon
        aria-label={label}
        aria-disabled={!possible}
        onClick={() => possible && onPage(to)}
      >
        <Icon size={18} aria-hidden="true" />
      </Button>
    );
  });
  return (
    <Row className="no-print quiet">
      <p className={`grow ${styles.count}`} role="status">
        {isLoaded && describeCount(page, total, all, noun)}
      </p>
      <Row as="label" gap={2} data-nowrap>
        Rows per page
        <select
          className="control"
          value={pageSize}
          onChange={(event) => {
            const size = pageSizes.find((each) => String(each) === event.target.value);
            if (size) onPageSize(size);
          }}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </Row>
      <Row as="nav" gap={0} data-nowrap className={styles.pages} aria-label={`Pages of ${caption}`}>
        {buttons.slice(0, 2)}
        <span>
          Page {page.page} of {page.pages}
        </span>
        {buttons.slice(2)}
      </Row>
    </Row>
  );
}

function describeCount(page: Page, total: number, all: number, noun: Props['noun']): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const of = total === all ? number(all) : `${number(total)} of ${number(all)}`;
  const name = all === 1 ? noun.one : noun.many;
  if (page.pages === 1) return `${of} ${name}`;
  return `${number(page.first)}–${number(page.last)} of ${total === all ? number(all) : `${number(total)} matching`} ${name}`;
}
