import type { SQL } from 'drizzle-orm/sql';
import { toStatementText } from '../db/statement-text.ts';
import type { Queryable, Store } from '../db/store.ts';

/** What a trace says of a statement: neither its text nor its values. */
export type StatementName = { readonly operation: string; readonly table: string | undefined };

/** Runs `work` as a part of the request that is under way; `nameOf` is only called if that one is traced. */
export type TraceWork = <T>(nameOf: () => StatementName, work: () => Promise<T>) => Promise<T>;

/** Wraps a store so that its statements and transactions are traced. */
export function traceStore(store: Store, traceWork: TraceWork): Store {
  return {
    ...store,
    ...traceQueryable(store, traceWork),
    ...(store.reads && { reads: traceQueryable(store.reads, traceWork) }),
    transaction: (work) =>
      traceWork(
        () => ({ operation: 'TRANSACTION', table: undefined }),
        () =>
          store.transaction((transaction) =>
            work({ ...transaction, ...traceQueryable(transaction, traceWork) }),
          ),
      ),
  };
}

function traceQueryable(queryable: Queryable, traceWork: TraceWork): Queryable {
  const query = (...input: Parameters<Queryable['query']>) =>
    traceWork(
      () => nameStatement(input[0]),
      () => queryable.query(...input),
    );
  return { query: query as Queryable['query'] };
}

const operations = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'TRUNCATE', 'COPY']);

/** Finds the first word and the first table of a statement: `SELECT`, `daily_value`. */
export function nameStatement(statement: SQL | string): StatementName {
  const text = typeof statement === 'string' ? statement : toStatementText(statement).text;
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
  return {
    operation: operations.has(word) ? word : 'OTHER',
    table: /\b(?:from|into|update|join)\s+"?([a-z_][a-z\d_]*)/i.exec(text)?.[1],
  };
}
