import type { Store, StoreTransaction } from '#server/db/store.ts';

/** Stands for the end of a process, after which not even cleanup code runs. */
export class Killed extends Error {}

/** Wraps a store so that its process is killed at the n-th statement. */
export function mortal(store: Store, lifetime: number): Store {
  let left = lifetime;
  const live = <A extends unknown[], R>(work: (...parameters: A) => Promise<R>) => {
    return async (...parameters: A): Promise<R> => {
      left -= 1;
      if (left <= 0) throw new Killed();
      return work(...parameters);
    };
  };
  return {
    ...store,
    query: live(store.query.bind(store)) as Store['query'],
    transaction: (work) =>
      store.transaction((transaction) =>
        work({
          query: live(transaction.query.bind(transaction)) as StoreTransaction['query'],
          copy: live(transaction.copy.bind(transaction)),
          copyBinary: live(transaction.copyBinary.bind(transaction)),
        }),
      ),
  };
}
