import type { Column, ColumnFilter, Direction, PageSize, TableState } from './types.ts';

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
