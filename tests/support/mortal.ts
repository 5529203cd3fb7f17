import type { Store, StoreTransaction } from '#server/db/store.ts';

/** The end of a process: nothing after it happens, not even what tidies up. */
export class Killed extends Error {}

/** A store whose process is killed at its n-th word to the database. */
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
        }),
      ),
  };
}
