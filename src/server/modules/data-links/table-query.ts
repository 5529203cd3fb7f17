import { readTableState, writeTableState } from '#lib/table/address.ts';
import { initialState } from '#lib/table/state.ts';
import type { Column, TableState } from '#lib/table/types.ts';
import { badInput } from '../../http/problems.ts';

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads the search, order, filters and columns of a table from what an address has in addition to `own` parameters.
 * @throws HttpProblem 400 for a parameter that would be ignored
 */
export function readTableQuery<Row>(
  query: Query,
  own: readonly string[],
  columns: readonly Column<Row>[],
): TableState {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (own.includes(key) || value === undefined) continue;
    for (const text of [value].flat()) search.append(key, text);
  }
  const initial = initialState(columns);
  const state = readTableState(search.toString(), columns, initial);
  const written = new URLSearchParams(
    writeTableState({ ...state, page: 1, pageSize: initial.pageSize }, initial),
  );
  for (const [key, value] of search) {
    if (written.getAll(key).includes(value)) continue;
    const ids = columns.map(({ id }) => id).join(', ');
    throw badInput(
      `query.${key}`,
      `This file cannot use ${key}=${value}. It takes ${own.join(', ')}; q, sort, f.COLUMN, show and hide, where the columns are ${ids}.`,
    );
  }
  return state;
}
