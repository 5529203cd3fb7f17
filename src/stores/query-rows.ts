import type { QueryState } from './queries.ts';

/** The rows of a query for a table. `stale` says why the rows could not be renewed. */
export type QueryRows<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | {
      readonly status: 'ready';
      readonly rows: readonly T[];
      readonly stale?: { readonly message: string; readonly retry: () => void };
    };

/** Converts the state of a query. `subject` is the plural that messages begin with: `The sites`. */
export function toQueryRows<D, T>(
  state: QueryState<D>,
  toRows: (data: D) => readonly T[],
  subject: string,
  retry: () => void,
): QueryRows<T> {
  switch (state.status) {
    case 'loading':
      return { status: 'loading' };
    case 'failed':
      return { status: 'failed', message: `${subject} could not be loaded. ${state.error.message}`, retry };
    case 'stale': {
      const message = `${subject} could not be refreshed and may be out of date. ${state.error.message}`;
      return { status: 'ready', rows: toRows(state.data), stale: { message, retry } };
    }
    default:
      return { status: 'ready', rows: toRows(state.data) };
  }
}
