import type { QueryState } from './queries.ts';

/** What a table shows of a query: rows, older rows with what went wrong since, or why there are none. */
export type QueryRows<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | {
      readonly status: 'ready';
      readonly rows: readonly T[];
      readonly stale?: { readonly message: string; readonly retry: () => void };
    };

/** `what` is the plural that the messages begin with: `The sites`. */
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
      const message = `${subject} could not be renewed; these are older. ${state.error.message}`;
      return { status: 'ready', rows: toRows(state.data), stale: { message, retry } };
    }
    default:
      return { status: 'ready', rows: toRows(state.data) };
  }
}
