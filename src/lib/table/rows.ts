import { fold } from '../clean-line.ts';
import { toCsvFile } from '../csv.ts';
import {
  type Column,
  type ColumnFilter,
  type DataColumn,
  formatCell,
  headerWithUnit,
  type TableState,
  visibleColumns,
} from './columns.ts';

/** Derived data of the rows, computed once per column on first use. */
export type RowIndex<Row> = {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** The formatted text of each row. */
  text(column: Column<Row>): readonly string[];
  /** The same, folded for search. */
  folded(column: Column<Row>): readonly string[];
  /** Numbers that sort like the column; NaN where a row has no value. */
  ranks(column: Column<Row>): Float64Array;
  /** The distinct formatted texts, sorted, with the number of rows that have each. */
  values(column: Column<Row>): readonly { readonly value: string; readonly count: number }[];
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares names as a reader would: numbers in them by value, blank names last. */
export function compareTexts(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

export function indexRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): RowIndex<Row> {
  const text = memoize((column: Column<Row>) => rows.map((row) => formatCell(column, row)));
  return {
    rows,
    columns,
    text,
    folded: memoize((column) => text(column).map(fold)),
    ranks: memoize((column) => toRanks(rows.map(sortKeyGetter(column)))),
    values: memoize((column) => {
      const counts = new Map<string, number>();
      for (const value of text(column)) counts.set(value, (counts.get(value) ?? 0) + 1);
      return [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((one, other) => compareTexts(one.value, other.value));
    }),
  };
}

function sortKeyGetter<Row>(column: Column<Row>): (row: Row) => string | number | null {
  return column.sortKey ?? column.value;
}

/** Ranks texts; numbers are their own rank. Equal texts get the same rank. */
function toRanks(keys: readonly (string | number | null)[]): Float64Array {
  const texts = new Set(keys.filter((key) => typeof key === 'string'));
  texts.delete('');
  const order = new Map([...texts].sort(compareTexts).map((text, index) => [text, index]));
  const ranks = new Float64Array(keys.length);
  for (const [index, key] of keys.entries()) {
    if (typeof key === 'number') ranks[index] = key;
    else ranks[index] = order.get(key ?? '') ?? Number.NaN;
  }
  return ranks;
}

function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

type RowQuery = Pick<TableState, 'search' | 'sort' | 'filters' | 'hidden'>;

/**
 * Selects the rows that pass the filters and the search, and returns their positions in order. Filters apply to hidden
 * columns too; the search covers only shown ones. Rows that compare equal keep their original order.
 */
export function selectRows<Row>(index: RowIndex<Row>, state: RowQuery): readonly number[] {
  const tests = [...filterTests(index, state), ...searchTests(index, state)];
  const selected: number[] = [];
  for (let row = 0; row < index.rows.length; row += 1) {
    if (tests.every((passes) => passes(row))) selected.push(row);
  }
  const { sort } = state;
  const column = sort && index.columns.find(({ id }) => id === sort.id);
  if (!column) return selected;
  return selected.sort(byRank(index.ranks(column), sort.direction === 'ascending' ? 1 : -1));
}

export type Page = {
  /** Counts from 1, up to `pages`. */
  readonly page: number;
  readonly pages: number;
  /** The first and last row on the page, counted from 1; both 0 if there are no rows. */
  readonly first: number;
  readonly last: number;
  readonly rows: readonly number[];
};

/** The selected rows of one page. A page past the end becomes the last one. */
export function pageOf(
  selected: readonly number[],
  { page, pageSize }: Pick<TableState, 'page' | 'pageSize'>,
): Page {
  const pages = Math.max(1, Math.ceil(selected.length / pageSize));
  const clampedPage = Math.min(Math.max(1, page), pages);
  const start = (clampedPage - 1) * pageSize;
  const rows = selected.slice(start, start + pageSize);
  return { page: clampedPage, pages, first: rows.length && start + 1, last: start + rows.length, rows };
}

/**
 * The columns that have one text in all of these rows and nothing else to show: with few columns side by side, they are
 * said once above the rows. None of a single row, and never the last column that is left.
 */
export function constantColumns<Row>(
  index: RowIndex<Row>,
  columns: readonly Column<Row>[],
  positions: readonly number[],
): readonly { readonly column: Column<Row>; readonly text: string }[] {
  if (positions.length < 2) return [];
  const constant = columns.flatMap((column) => {
    if (column.kind === 'actions' || column.kind === 'link' || column.link) return [];
    const texts = index.text(column);
    const text = texts[positions[0] ?? 0] ?? '';
    const isPlain = (row: Row | undefined) =>
      row !== undefined && !column.shown?.(row) && !column.note?.(row) && !column.mark?.(row);
    return positions.every((at) => texts[at] === text && isPlain(index.rows[at])) ? [{ column, text }] : [];
  });
  return constant.length < columns.length ? constant : constant.slice(1);
}

type RowTest = (row: number) => boolean;

function filterTests<Row>(index: RowIndex<Row>, { filters }: RowQuery): RowTest[] {
  return index.columns.flatMap((column) => {
    const filter = filters[column.id];
    return filter ? [filterTest(index, column, filter)] : [];
  });
}

function filterTest<Row>(index: RowIndex<Row>, column: Column<Row>, filter: ColumnFilter): RowTest {
  switch (filter.kind) {
    case 'contains': {
      const texts = index.folded(column);
      const wanted = fold(filter.text.trim());
      return (row) => texts[row]?.includes(wanted) ?? false;
    }
    case 'among': {
      const texts = index.text(column);
      const wanted = new Set(filter.values);
      return (row) => wanted.has(texts[row] ?? '');
    }
    case 'numbers':
      return rangeTest(index, column, filter, (value) => typeof value === 'number');
    case 'days':
      return rangeTest(index, column, filter, (value) => typeof value === 'string' && value !== '');
  }
}

function rangeTest<Row, Bound extends string | number>(
  { rows }: RowIndex<Row>,
  column: Column<Row>,
  { from, to }: { from?: Bound; to?: Bound },
  isValue: (value: unknown) => boolean,
): RowTest {
  return (position) => {
    const row = rows[position];
    const value = row === undefined ? null : column.value(row);
    if (value === null || !isValue(value)) return false;
    return (from === undefined || value >= from) && (to === undefined || value <= to);
  };
}

/** One test per search term: some shown column must contain it. */
function searchTests<Row>(index: RowIndex<Row>, { search, hidden }: RowQuery): RowTest[] {
  const terms = fold(search).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const columns = visibleColumns(index.columns, hidden)
    .filter(({ kind }) => kind !== 'link' && kind !== 'actions')
    .map((column) => index.folded(column));
  return terms.map((term) => (row) => columns.some((texts) => texts[row]?.includes(term)));
}

function byRank(ranks: Float64Array, sign: 1 | -1): (one: number, other: number) => number {
  return (one, other) => {
    const a = ranks[one] ?? Number.NaN;
    const b = ranks[other] ?? Number.NaN;
    if (Number.isNaN(a) || Number.isNaN(b))
      return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    return a === b ? one - other : a < b ? -sign : sign;
  };
}

type Exported = Pick<TableState, 'search' | 'sort' | 'filters' | 'hidden'>;

/**
 * Exports the selected rows of all pages, in order, with the shown columns and those that every CSV has. Text is as shown, numbers are unrounded,
 * days ISO dates and links their addresses. The lines of `comment` come first, each after `# `.
 */
export function toCsv<Row>(index: RowIndex<Row>, state: Exported, comment: readonly string[] = []): string {
  const header = exportedColumns(index.columns, state.hidden).map(exportedHeader);
  return toCsvFile(comment, [header, ...exportedRows(index, state)]);
}

/** The columns of an exported table: those that are shown, and those that every file has. */
export function exportedColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly DataColumn<Row>[] {
  return columns
    .filter((column) => column.kind !== 'actions')
    .filter(({ id, alwaysInCsv, onlyInCsv }) => alwaysInCsv || onlyInCsv || !hidden.includes(id));
}

export function exportedHeader<Row>(column: Column<Row>): string {
  return column.csvHeader ?? headerWithUnit(column);
}

/** Iterates over the cells of the selected rows, in order. */
export function* exportedRows<Row>(index: RowIndex<Row>, state: Exported): Generator<readonly string[]> {
  const columns = exportedColumns(index.columns, state.hidden);
  for (const position of selectRows(index, state)) {
    const row = index.rows[position];
    if (row !== undefined) yield columns.map((column) => exportedCell(column, row));
  }
}

/** The text of a cell in a file: days are ISO dates, numbers unrounded, links their addresses. */
export function exportedCell<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'link' || column.kind === 'date') return column.value(row) ?? '';
  if (column.kind !== 'number') return formatCell(column, row);
  const value = column.value(row);
  return value === null || !Number.isFinite(value) ? '' : String(value);
}
