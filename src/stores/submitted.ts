import { atom, type ReadableAtom } from 'nanostores';
import { failureOf, type RequestFailed } from '#client/request.ts';

/** What was submitted and what came of it. */
export type Submission<S, T> =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly shown: S }
  | { readonly status: 'ready'; readonly shown: S; readonly data: T }
  | { readonly status: 'failed'; readonly shown: S; readonly error: RequestFailed };

export type Submitted<S, T> = {
  readonly $state: ReadableAtom<Submission<S, T>>;
  /** Loads; the same again while it is under way asks for nothing, another takes its place. */
  submit(selection: S): void;
  retry(): void;
  /** Back to what was there before. */
  cancel(): void;
  clear(): void;
};

export type SubmittedSettings<S, T> = {
  load: (selection: S, signal: AbortSignal) => Promise<T>;
  same: (one: S, other: S) => boolean;
};

/** Loading on Submit: one request at a time, and the last one wins. */
export function createSubmitted<S, T>({ load, same }: SubmittedSettings<S, T>): Submitted<S, T> {
  const $state = atom<Submission<S, T>>({ status: 'none' });
  let settled: Submission<S, T> = { status: 'none' };
  let running: AbortController | undefined;

  async function run(shown: S): Promise<void> {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    $state.set({ status: 'loading', shown });
    let outcome: Submission<S, T>;
    try {
      outcome = { status: 'ready', shown, data: await load(shown, mine.signal) };
    } catch (cause) {
      const error = failureOf(cause);
      outcome = { status: 'failed', shown, error };
    }
    if (running !== mine) return;
    running = undefined;
    settled = outcome;
    $state.set(outcome);
  }

  function cancel(): void {
    running?.abort();
    running = undefined;
    $state.set(settled);
  }

  return {
    $state,
    submit(selection) {
      const now = $state.get();
      if (now.status === 'loading' && same(now.shown, selection)) return;
      void run(selection);
    },
    retry() {
      const now = $state.get();
      if (now.status === 'failed') void run(now.shown);
    },
    cancel,
    clear() {
      settled = { status: 'none' };
      cancel();
    },
  };
}
