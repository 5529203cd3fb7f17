import type { Store } from './store.ts';

/** When each database last answered a statement of an import, in milliseconds of `performance.now()`. */
const answers = new WeakMap<Store, number>();

export function noteAnswer(store: Store): void {
  answers.set(store, performance.now());
}

/**
 * Whether the database has answered an import within the last milliseconds. The embedded one runs one transaction at a
 * time, so a statement that only asks whether it answers would wait for the end of the import's.
 */
export function hasAnsweredWithin(store: Store, milliseconds: number): boolean {
  return performance.now() - (answers.get(store) ?? -Infinity) < milliseconds;
}
