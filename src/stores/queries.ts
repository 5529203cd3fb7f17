import { atom, computed, type ReadableAtom } from 'nanostores';
import { type RequestFailed, toRequestFailed } from '#client/request.ts';

/**
 * What is known of one call. `stale` holds the last data after a failed renewal; `failed` has none.
 * `renewing` keeps showing the previous data.
 */
export type QueryState<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T; at: number }
  | { status: 'renewing'; data: T; at: number }
  | { status: 'stale'; data: T; at: number; error: RequestFailed }
  | { status: 'failed'; error: RequestFailed };

export type Query<T> = {
  readonly $state: ReadableAtom<QueryState<T>>;
  /** Loads unless data younger than `keepFor` are there. Never called by window focus. */
  load(): Promise<void>;
  /** Loads whatever is there, keeping the previous data meanwhile. */
  retry(): Promise<void>;
  /** Drops a call under way. */
  stop(): void;
};

export type QuerySettings<T> = {
  fetch: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds for which data need no renewal; for ever by default. */
  maxAgeMs?: number;
  now?: () => number;
};

export function createQuery<T>({ fetch, maxAgeMs = Infinity, now = Date.now }: QuerySettings<T>): Query<T> {
  const $state = atom<QueryState<T>>({ status: 'loading' });
  let running: AbortController | undefined;

  async function retry(): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    const previous = $state.get();
    $state.set(
      'data' in previous
        ? { status: 'renewing', data: previous.data, at: previous.at }
        : { status: 'loading' },
    );
    try {
      const data = await fetch(controller.signal);
      if (running === controller) $state.set({ status: 'ready', data, at: now() });
    } catch (cause) {
      if (running !== controller) return;
      const error = toRequestFailed(cause);
      const current = $state.get();
      $state.set(
        'data' in current
          ? { status: 'stale', data: current.data, at: current.at, error }
          : { status: 'failed', error },
      );
    } finally {
      if (running === controller) running = undefined;
    }
  }

  return {
    $state,
    async load() {
      const state = $state.get();
      const fresh = state.status === 'ready' && now() - state.at < maxAgeMs;
      if (!fresh && !running) await retry();
    },
    retry,
    stop() {
      running?.abort();
      running = undefined;
    },
  };
}

/** The data of a query, fresh or not. */
export function dataOf<T>(state: QueryState<T>): T | undefined {
  return 'data' in state ? state.data : undefined;
}

export function errorOf(state: QueryState<unknown>): RequestFailed | undefined {
  return 'error' in state ? state.error : undefined;
}

/** Why something could not be had, with a way to ask again. */
export type Fault = { readonly what: string; readonly message: string; retry(): void };

/** What of several calls failed, each by what it would have brought. */
export function faultsOf(
  named: readonly { readonly what: string; readonly query: Pick<Query<unknown>, '$state' | 'retry'> }[],
): ReadableAtom<readonly Fault[]> {
  return computed(
    named.map(({ query }) => query.$state),
    (...states) =>
      named.flatMap(({ what, query }, index) => {
        const state = states[index];
        const error = state && errorOf(state);
        return error ? [{ what, message: error.message, retry: () => void query.retry() }] : [];
      }),
  );
}
