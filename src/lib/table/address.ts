import { parseDay } from '../calendar.ts';
import { filterKind } from './columns.ts';
import { withFilter } from './state.ts';
import { type Column, type ColumnFilter, pageSizes, type TableState } from './types.ts';

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
  const column = columns.find((each) => each.id === id);
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
