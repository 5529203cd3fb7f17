import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm/sql';
import type * as z from 'zod/mini';
import type { Queryable, QueryOptions } from '../db/queryable.ts';
import { toStatementText } from '../db/statement-text.ts';
import type { Store, StoreTransaction } from '../db/store.ts';
import { withTimeout } from '../with-timeout.ts';
import { type HttpProblem, unavailable } from './problems.ts';

/** What a request that changes something has done by the time at which it must be answered. */
export type WriteDeadline = {
  /**
   * Runs the handler, whose transactions then know of the deadline. The first one that changes something asks
   * `requireRight` first.
   */
  run<T>(handler: () => Promise<T>, requireRight?: RequireRight): Promise<T>;
  /**
   * The time is over. Nothing is committed any more, and the problem is thrown; if something was committed before, or is
   * just being committed, waits for the end of the handler, and gives its result.
   */
  expire<T>(handler: Promise<T>, problem: HttpProblem): Promise<T>;
};

/** May this caller do this now? @throws HttpProblem */
export type RequireRight = (transaction: StoreTransaction) => Promise<void>;

type State = {
  phase: 'nothing' | 'committing' | 'committed';
  problem: HttpProblem | undefined;
  requireRight: RequireRight | undefined;
};

const current = new AsyncLocalStorage<State>();

/** For what a handler still has to read after a commit. With the deadline, less than the 30 s that the pages wait. */
const readBackTimeoutMs = 8000;

export function createWriteDeadline(): WriteDeadline {
  const state: State = { phase: 'nothing', problem: undefined, requireRight: undefined };
  return {
    run: (handler, requireRight) => {
      state.requireRight = requireRight;
      return current.run(state, handler);
    },
    expire: async (handler, problem) => {
      state.problem = problem;
      if (state.phase === 'nothing') throw problem;
      return withTimeout(handler, readBackTimeoutMs, () => describeLate(state.phase));
    },
  };
}

function describeLate(phase: State['phase']): HttpProblem {
  const detail =
    phase === 'committed'
      ? 'The change was saved, but the database took too long to show it. Load the page again.'
      : 'The database took too long to say whether the change was saved. Load the page again to see it.';
  return unavailable(detail);
}

/** Runs work that goes on after the answer of the request that has started it, such as a job. */
export function withoutDeadline<T>(work: () => T): T {
  return current.exit(work);
}

/**
 * Wraps a store so that a request whose deadline has passed, or whose caller may no longer do this, changes nothing: its
 * transaction is rolled back. A statement that is no `select` is a transaction of its own.
 */
export function withWriteDeadlines(store: Store): Store {
  const transaction: Store['transaction'] = async (work) => {
    const state = current.getStore();
    // What belongs to a change that was committed is not left out.
    if (state?.phase !== 'nothing') return store.transaction(work);
    const throwIfLate = () => {
      if (state.problem) throw state.problem;
    };
    throwIfLate();
    try {
      const result = await store.transaction(async (tx) => {
        const checked = checkBefore(tx, throwIfLate);
        await state.requireRight?.(checked);
        const done = await work(checked);
        throwIfLate();
        state.phase = 'committing';
        return done;
      });
      state.phase = 'committed';
      return result;
    } catch (error) {
      state.phase = 'nothing';
      throw error;
    }
  };
  const query = (statement: SQL | string, ...rest: readonly unknown[]) => {
    const run = (from: Queryable) => Reflect.apply(from.query, from, [statement, ...rest]);
    return current.getStore() && !isRead(statement) ? transaction(run) : run(store);
  };
  return { ...store, query: query as Queryable['query'], transaction };
}

function isRead(statement: SQL | string): boolean {
  return /^\s*select\b/i.test(typeof statement === 'string' ? statement : toStatementText(statement).text);
}

/** Begins no statement of a transaction that will be rolled back. */
function checkBefore(tx: StoreTransaction, check: () => void): StoreTransaction {
  const checked =
    <P extends unknown[], R>(run: (...parameters: P) => Promise<R>) =>
    async (...parameters: P): Promise<R> => {
      check();
      return run(...parameters);
    };
  const query = (statement: SQL, row: z.ZodMiniType, options?: QueryOptions) =>
    tx.query(statement, row, options);
  return {
    query: checked(query) as Queryable['query'],
    copy: checked((...call) => tx.copy(...call)),
    copyBinary: checked((...call) => tx.copyBinary(...call)),
  };
}
