import type { QueryState } from './queries.ts';

/** What a table shows of a query: rows, older rows with what went wrong since, or why there are none. */
export type QueriedRows<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | {
      readonly status: 'ready';
      readonly rows: readonly T[];
      readonly stale?: { readonly message: string; readonly retry: () => void };
    };

/** `what` is the plural that the messages begin with: `The sites`. */
export function queriedRows<D, T>(
  state: QueryState<D>,
  rowsOf: (data: D) => readonly T[],
  what: string,
  retry: () => void,
): QueriedRows<T> {
  switch (state.status) {
    case 'loading':
      return { status: 'loading' };
    case 'failed':
      return { status: 'failed', message: `${what} could not be loaded. ${state.error.message}`, retry };
    case 'stale': {
      const message = `${what} could not be renewed; these are older. ${state.error.message}`;
      return { status: 'ready', rows: rowsOf(state.data), stale: { message, retry } };
    }
    default:
      return { status: 'ready', rows: rowsOf(state.data) };
  }
}
