import { atom, type ReadableAtom } from 'nanostores';
import { type RequestFailed, toRequestFailed } from '#client/request.ts';

/** What was submitted and what came of it. */
export type SubmissionState<S, T> =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly shown: S }
  | { readonly status: 'ready'; readonly shown: S; readonly data: T }
  | { readonly status: 'failed'; readonly shown: S; readonly error: RequestFailed };

export type Submission<S, T> = {
  readonly $state: ReadableAtom<SubmissionState<S, T>>;
  /** Loads; the same again while it is under way asks for nothing, another takes its place. */
  submit(selection: S): void;
  retry(): void;
  /** Back to what was there before. */
  cancel(): void;
  clear(): void;
};

export type SubmissionSettings<S, T> = {
  load: (selection: S, signal: AbortSignal) => Promise<T>;
  isSame: (one: S, other: S) => boolean;
};

/** Loading on Submit: one request at a time, and the last one wins. */
export function createSubmission<S, T>({ load, isSame }: SubmissionSettings<S, T>): Submission<S, T> {
  const $state = atom<SubmissionState<S, T>>({ status: 'none' });
  let lastOutcome: SubmissionState<S, T> = { status: 'none' };
  let running: AbortController | undefined;

  async function run(shown: S): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    $state.set({ status: 'loading', shown });
    let outcome: SubmissionState<S, T>;
    try {
      outcome = { status: 'ready', shown, data: await load(shown, controller.signal) };
    } catch (cause) {
      const error = toRequestFailed(cause);
      outcome = { status: 'failed', shown, error };
    }
    if (running !== controller) return;
    running = undefined;
    lastOutcome = outcome;
    $state.set(outcome);
  }

  function cancel(): void {
    running?.abort();
    running = undefined;
    $state.set(lastOutcome);
  }

  return {
    $state,
    submit(selection) {
      const now = $state.get();
      if (now.status === 'loading' && isSame(now.shown, selection)) return;
      void run(selection);
    },
    retry() {
      const now = $state.get();
      if (now.status === 'failed') void run(now.shown);
    },
    cancel,
    clear() {
      lastOutcome = { status: 'none' };
      cancel();
    },
  };
}
