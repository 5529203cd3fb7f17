import { parseDay } from '../calendar.ts';
import {
  type Column,
  type ColumnFilter,
  type Direction,
  filterKind,
  type PageSize,
  pageSizes,
  type TableState,
} from './columns.ts';

type TableDefaults = {
  /** Default: 10. */
  readonly pageSize?: PageSize;
  readonly sort?: TableState['sort'];
};

/** The state of a table before the visitor changes it. */
export function initialState<Row>(
  columns: readonly Column<Row>[],
  { pageSize = 10, sort }: TableDefaults = {},
): TableState {
  const hidden = columns.filter((column) => column.hidden).map(({ id }) => id);
  return { search: '', sort, filters: {}, hidden, page: 1, pageSize };
}

/** Sets the search. Like every change of the rows or their order, returns to the first page. */
export function withSearch(state: TableState, search: string): TableState {
  return search === state.search ? state : { ...state, search, page: 1 };
}

/** Sets a column's filter, or removes it if it lets every row pass. */
export function withFilter(state: TableState, id: string, filter: ColumnFilter | undefined): TableState {
  const { [id]: _, ...others } = state.filters;
  const filters = filter && isEffective(filter) ? { ...others, [id]: filter } : others;
  return { ...state, filters, page: 1 };
}

/** Shows all rows; order, columns and page size stay. */
export function withoutFilters(state: TableState): TableState {
  return { ...state, search: '', filters: {}, page: 1 };
}

/** Sorts ascending, then descending, then in the original order. */
export function toggleSort(state: TableState, id: string): TableState {
  const current = state.sort?.id === id ? state.sort.direction : undefined;
  const next: Direction | undefined =
    current === undefined ? 'ascending' : current === 'ascending' ? 'descending' : undefined;
  return { ...state, sort: next && { id, direction: next }, page: 1 };
}

/** Shows or hides a column; the last shown column cannot be hidden. */
export function toggleColumn<Row>(
  state: TableState,
  columns: readonly Column<Row>[],
  id: string,
): TableState {
  const wanted = state.hidden.includes(id)
    ? state.hidden.filter((each) => each !== id)
    : [...state.hidden, id];
  const hidden = columns.map((column) => column.id).filter((each) => wanted.includes(each));
  return hidden.length === columns.length ? state : { ...state, hidden };
}

/** Changes the page size, and goes to the page that has the first row now shown. */
export function withPageSize(state: TableState, pageSize: PageSize): TableState {
  const first = (state.page - 1) * state.pageSize;
  return { ...state, pageSize, page: Math.floor(first / pageSize) + 1 };
}

export function withPage(state: TableState, page: number): TableState {
  return { ...state, page: Math.max(1, Math.trunc(page)) };
}

/** Whether search or filters may hide rows. */
export function isFiltered(state: TableState): boolean {
  return state.search.trim() !== '' || Object.keys(state.filters).length > 0;
}

function isEffective(filter: ColumnFilter): boolean {
  if (filter.kind === 'contains') return filter.text.trim() !== '';
  if (filter.kind === 'among') return filter.values.length > 0;
  return filter.from !== undefined || filter.to !== undefined;
}

const maxTextLength = 200;
const maxValues = 200;

/**
 * Writes a table's state as a query, without `?` and without what equals `initial`:
 * `q=creek&sort=-years&f.type=Spring&f.years=10..20&show=days&page=2&size=30`. `prefix`
 * distinguishes two tables on a screen.
 */
export function writeTableState(state: TableState, initial: TableState, prefix = ''): string {
  const query = new URLSearchParams();
  const set = (key: string, value: string) => query.append(`${prefix}${key}`, value);
  if (state.search !== '') set('q', state.search);
  if (state.sort?.id !== initial.sort?.id || state.sort?.direction !== initial.sort?.direction) {
    set('sort', state.sort ? `${state.sort.direction === 'descending' ? '-' : ''}${state.sort.id}` : 'none');
  }
  for (const [id, filter] of Object.entries(state.filters)) {
    for (const value of filterTexts(filter)) set(`f.${id}`, value);
  }
  for (const id of initial.hidden) if (!state.hidden.includes(id)) set('show', id);
  for (const id of state.hidden) if (!initial.hidden.includes(id)) set('hide', id);
  if (state.page !== 1) set('page', String(state.page));
  if (state.pageSize !== initial.pageSize) set('size', String(state.pageSize));
  return query.toString();
}

/** Reads a table's state from a query. Invalid parts are as in `initial`, so that no link breaks a table. */
export function readTableState<Row>(
  text: string,
  columns: readonly Column<Row>[],
  initial: TableState,
  prefix = '',
): TableState {
  const query = new URLSearchParams(text);
  const get = (key: string) => query.get(`${prefix}${key}`) ?? undefined;
  const all = (key: string) => query.getAll(`${prefix}${key}`);
  const shown = all('show');
  const hides = all('hide');
  const hidden = columns
    .map(({ id }) => id)
    .filter((id) => (initial.hidden.includes(id) ? !shown.includes(id) : hides.includes(id)));
  const size = Number(get('size'));
  let state: TableState = {
    ...initial,
    search: (get('q') ?? '').slice(0, maxTextLength),
    sort: readSort(get('sort'), columns, initial),
    hidden: hidden.length < columns.length ? hidden : initial.hidden,
    pageSize: pageSizes.find((each) => each === size) ?? initial.pageSize,
  };
  for (const column of columns) {
    state = withFilter(state, column.id, readFilter(column, all(`f.${column.id}`)));
  }
  const page = get('page') ?? '';
  return { ...state, page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1 };
}

function readSort<Row>(
  text: string | undefined,
  columns: readonly Column<Row>[],
  initial: TableState,
): TableState['sort'] {
  if (text === 'none') return undefined;
  const descending = text?.startsWith('-') ?? false;
  const id = descending ? text?.slice(1) : text;
  const column = columns.find((each) => each.id === id && each.kind !== 'actions');
  return column ? { id: column.id, direction: descending ? 'descending' : 'ascending' } : initial.sort;
}

function filterTexts(filter: ColumnFilter): readonly string[] {
  if (filter.kind === 'contains') return [filter.text];
  if (filter.kind === 'among') return filter.values;
  return [`${filter.from ?? ''}..${filter.to ?? ''}`];
}

function readFilter<Row>(column: Column<Row>, texts: readonly string[]): ColumnFilter | undefined {
  const kind = filterKind(column);
  const [first] = texts;
  if (kind === undefined || first === undefined) return undefined;
  if (kind === 'contains') return { kind, text: first.slice(0, maxTextLength) };
  if (kind === 'among') return { kind, values: [...new Set(texts)].slice(0, maxValues) };
  const [from, to, more] = first.split('..');
  if (to === undefined || more !== undefined) return undefined;
  if (kind === 'days') return { kind, from: readDay(from), to: readDay(to) };
  return { kind, from: readNumber(from), to: readNumber(to) };
}

function readNumber(text = ''): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
}

function readDay(text = ''): string | undefined {
  return parseDay(text) === undefined ? undefined : text;
}
