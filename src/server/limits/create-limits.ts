import type { Store } from '../db/store.ts';
import { type CounterStore, createMemoryCounters } from './counter-store.ts';
import { createDatabaseCounters, withMemoryFallback } from './database-counters.ts';
import { createRequestCounters, type RequestCounters } from './request-counters.ts';

export type Limits = {
  readonly requests: RequestCounters;
  /** Exact also across processes. */
  readonly attempts: CounterStore;
};

/** Creates the counters of one server: in memory for the embedded database, which has one process, else shared. */
export function createLimits(store: Store): Limits {
  if (store.engine === 'pglite') {
    return { requests: createRequestCounters(undefined), attempts: createMemoryCounters() };
  }
  const shared = createDatabaseCounters(store);
  return { requests: createRequestCounters(shared), attempts: withMemoryFallback(shared) };
}
