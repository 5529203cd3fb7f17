import { atom, type ReadableAtom } from 'nanostores';
import { createSubmitQuery, type SubmitSettings } from '#stores/queries.ts';

/** What a screen shows: the last data that came, and how the call for the present choice stands. */
export type Answer<T> = {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly data: T | undefined;
  /** Of a failed call. */
  readonly message: string | undefined;
};

export type AnswerQuery<T, C> = {
  readonly $answer: ReadableAtom<Answer<T>>;
  /** Loads a choice, unless it is what is there or under way. */
  load(choice: C): void;
  retry(): void;
  cancel(): void;
};

/**
 * A call whose last data stay while another choice loads, and when that fails. `isSame` compares a choice with the one that was
 * loaded; `resolve` completes that by its data, such as a day that the server chose.
 */
export function createAnswer<T, C>({
  resolve,
  ...settings
}: SubmitSettings<T, C> & { readonly resolve: (choice: C, data: T) => C }): AnswerQuery<T, C> {
  const query = createSubmitQuery<T, C>(settings);
  const $answer = atom<Answer<T>>({ status: 'loading', data: undefined, message: undefined });
  query.$state.listen((state) => {
    if (state.status === 'idle') return;
    const data = 'data' in state ? state.data : $answer.get().data;
    if ('error' in state) $answer.set({ status: 'failed', data, message: state.error.message });
    else $answer.set({ status: state.status === 'ready' ? 'ready' : 'loading', data, message: undefined });
  });
  return {
    $answer,
    load(choice) {
      const state = query.$state.get();
      if (state.status !== 'idle' && state.status !== 'failed') {
        const loaded = state.status === 'ready' ? resolve(state.selection, state.data) : state.selection;
        if (settings.isSame(loaded, choice) || settings.isSame(state.selection, choice)) return;
      }
      query.submit(choice);
    },
    retry: () => void query.retry(),
    cancel: query.cancel,
  };
}
