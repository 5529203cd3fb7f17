import { atom, computed, type ReadableAtom } from 'nanostores';
import { RequestFailed, toRequestFailed } from '#contract/request.ts';
import { showToast } from '#lib/page/toasts.ts';
import type { TableRows } from '#lib/table/columns.ts';

/**
 * The state of a call. `renewing` and `stale` hold older data, during a renewal and after a failed one. `partial` is
 * what has arrived so far. Times are milliseconds since 1970.
 */
export type QueryState<T> =
  | { readonly status: 'loading'; readonly partial?: T }
  | { readonly status: 'ready'; readonly data: T; readonly at: number }
  | { readonly status: 'renewing'; readonly data: T; readonly at: number }
  | { readonly status: 'stale'; readonly data: T; readonly at: number; readonly error: RequestFailed }
  | { readonly status: 'failed'; readonly error: RequestFailed };

/** The same of a call made on Submit, with the selection that was submitted. */
export type SubmitState<T, S> = { readonly status: 'idle' } | (QueryState<T> & { readonly selection: S });

type Named<T, S> = QueryState<T> & { readonly selection: S };

export type Query<T> = {
  readonly $state: ReadableAtom<QueryState<T>>;
  /** Loads unless the data are younger than `maxAgeMs`, or a call is under way. */
  load(): Promise<void>;
  /** Loads in any case. The previous data are shown meanwhile. */
  retry(): Promise<void>;
  /** Aborts a call under way and returns to the last settled state. */
  cancel(): void;
};

export type SubmitQuery<T, S> = Pick<Query<unknown>, 'cancel'> & {
  readonly $state: ReadableAtom<SubmitState<T, S>>;
  /** Loads a selection in place of one under way, unless that is the same. */
  submit(selection: S): void;
  /** Loads a selection unless it is there. */
  show(selection: S): void;
  /** Loads the settled selection again. */
  retry(): Promise<void>;
  /** Cancels and forgets what was submitted. */
  clear(): void;
};

/** What a call is given beside its selection. */
export type Progress<T> = {
  /** The data of the same selection, on a retry; undefined with `keepsData`. */
  readonly previous: T | undefined;
  /** Shows what has arrived so far. */
  report(partial: T): void;
};

export type QuerySettings<T, S> = {
  fetch: (signal: AbortSignal, selection: S, progress: Progress<T>) => Promise<T>;
  /** By default two selections that are written the same. */
  isSame?: (one: S, other: S) => boolean;
  /** Whether the data of the selection before stay until those of the next one have come; not by default. */
  keepsData?: boolean;
  /** How long `load` leaves the data as they are; for ever by default. */
  maxAgeMs?: number;
  now?: () => number;
};

/**
 * A call, one at a time: the last one wins. With `onSubmit` it is made for a selection that is submitted, and is idle before;
 * without, it loads by itself.
 */
export function createQuery<T>(settings: QuerySettings<T, undefined>): Query<T>;
export function createQuery<T, S>(settings: QuerySettings<T, S> & { onSubmit: true }): SubmitQuery<T, S>;
export function createQuery<T, S>(settings: QuerySettings<T, S> & { onSubmit?: true }) {
  const { fetch, isSame = isWrittenSame, keepsData = false, onSubmit } = settings;
  const { maxAgeMs = Infinity, now = Date.now } = settings;
  const initial: SubmitState<T, S> = onSubmit ? { status: 'idle' } : ({ status: 'loading' } as Named<T, S>);
  const { $state, run, isRunning, cancel, reset } = createRunner<SubmitState<T, S>>(initial);

  /** Loads a selection, or without one the data; with `isAgain`, it is what `before` has. */
  function load(named: { readonly selection: S } | object, before: SubmitState<T, S>, isAgain: boolean) {
    const renewed = 'data' in before && (isAgain || keepsData) ? before : undefined;
    const toPending = (partial?: T) =>
      (renewed
        ? { ...named, status: 'renewing', data: partial ?? renewed.data, at: renewed.at }
        : { ...named, status: 'loading', ...(partial !== undefined && { partial }) }) as Named<T, S>;
    return run(toPending(), async (signal, show) => {
      const previous = keepsData ? undefined : renewed?.data;
      const progress = { previous, report: (partial: T) => show(toPending(partial)) };
      const { selection } = named as { selection: S };
      const outcome = await settle(
        () => fetch(signal, selection, progress),
        renewed ?? { status: 'loading' },
        now,
      );
      return { ...named, ...outcome } as Named<T, S>;
    });
  }

  const query: Query<T> & SubmitQuery<T, S> = {
    $state: $state as Query<T>['$state'] & typeof $state,
    async load() {
      const state = $state.get();
      const isFresh = state.status === 'ready' && now() - state.at < maxAgeMs;
      if (!isFresh && !isRunning()) await query.retry();
    },
    submit(selection) {
      const state = $state.get();
      if (isRunning() && state.status !== 'idle' && isSame(state.selection, selection)) return;
      void load({ selection }, state, false);
    },
    show(selection) {
      const state = $state.get();
      if (state.status === 'idle' || !isSame(state.selection, selection)) query.submit(selection);
    },
    async retry() {
      const state = $state.get();
      if (state.status === 'idle' || (onSubmit && isRunning())) return;
      await load(onSubmit ? { selection: state.selection } : {}, state, true);
    },
    cancel,
    clear: reset,
  };
  return query;
}

function isWrittenSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Runs one piece of work at a time. Only the last one started may set the state. */
function createRunner<State>(initial: State) {
  const $state = atom<State>(initial);
  let settled = initial;
  let running: AbortController | undefined;

  async function run(
    pending: State,
    work: (signal: AbortSignal, show: (state: State) => void) => Promise<State>,
  ): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    $state.set(pending);
    const outcome = await work(controller.signal, (state) => {
      if (running === controller) $state.set(state);
    });
    if (running !== controller) return;
    running = undefined;
    settled = outcome;
    $state.set(outcome);
  }

  function cancel(): void {
    running?.abort();
    running = undefined;
    $state.set(settled);
  }

  function reset(): void {
    settled = initial;
    cancel();
  }

  return { $state, run, isRunning: () => running !== undefined, cancel, reset };
}

async function settle<T>(
  fetch: () => Promise<T>,
  previous: QueryState<T>,
  now: () => number,
): Promise<QueryState<T>> {
  try {
    return { status: 'ready', data: await fetch(), at: now() };
  } catch (cause) {
    const error = toRequestFailed(cause);
    return 'data' in previous
      ? { status: 'stale', data: previous.data, at: previous.at, error }
      : { status: 'failed', error };
  }
}

/** The data of a query, fresh or older. */
export function dataOf<T>(state: QueryState<T> | SubmitState<T, unknown>): T | undefined {
  return 'data' in state ? state.data : undefined;
}

export function errorOf(
  state: QueryState<unknown> | SubmitState<unknown, unknown>,
): RequestFailed | undefined {
  return 'error' in state ? state.error : undefined;
}

/** Whether all lists are loaded. */
export function allLoaded(queries: readonly Pick<Query<unknown>, '$state'>[]): ReadableAtom<boolean> {
  return computed(
    queries.map(({ $state }) => $state),
    (...states) => states.every((state) => 'data' in state),
  );
}

/** A failed call: what it loads, why it failed, and how to call again. */
export type Fault = { readonly what: string; readonly message: string; retry(): void };

/** The failed ones of several calls. `what` begins the message: `The list of locations`. */
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

/** Converts a state of `query`. `subject` is the plural that messages begin with: `The sites`. */
export function toQueryRows<D, T>(
  query: { readonly retry: () => unknown },
  state: QueryState<D>,
  toRows: (data: D) => readonly T[],
  subject: string,
): TableRows<T> {
  const retry = () => void query.retry();
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

export type ListChanges = {
  readonly $isChanging: ReadableAtom<boolean>;
  /** Makes a change. @returns its result; undefined if it failed, or if another one is under way */
  change<T extends object>(work: () => Promise<T>, success: string): Promise<T | undefined>;
};

/** Changes a list that the API holds, one change at a time, and loads the list again after each. */
export function createListChanges(query: Pick<Query<unknown>, 'retry'>): ListChanges {
  const $isChanging = atom(false);
  return {
    $isChanging,
    async change(work, success) {
      if ($isChanging.get()) return undefined;
      $isChanging.set(true);
      try {
        const result = await work();
        showToast(success, 'success');
        return result;
      } catch (cause) {
        const message = cause instanceof RequestFailed ? cause.message : '';
        showToast(message || 'Something went wrong', 'error');
        return undefined;
      } finally {
        // Another window may have changed the list, which may be why the change failed.
        await query.retry();
        $isChanging.set(false);
      }
    },
  };
}
