import { atom, type ReadableAtom } from 'nanostores';
import { RequestFailed } from '#client/request.ts';
import type { Query } from './queries.ts';

export type ListChangeSettings = {
  readonly query: Pick<Query<unknown>, 'retry'>;
  readonly notify: (message: string, severity: 'success' | 'error') => void;
};

export type ListChanges = {
  readonly $isChanging: ReadableAtom<boolean>;
  /** Makes a change. @returns its result; undefined if it failed, or if another one is under way */
  change<T extends object>(work: () => Promise<T>, success: string): Promise<T | undefined>;
};

/** Changes a list that the API holds, one change at a time, and loads the list again after each. */
export function createListChanges({ query, notify }: ListChangeSettings): ListChanges {
  const $isChanging = atom(false);
  return {
    $isChanging,
    async change(work, success) {
      if ($isChanging.get()) return undefined;
      $isChanging.set(true);
      try {
        const result = await work();
        notify(success, 'success');
        return result;
      } catch (cause) {
        const message = cause instanceof RequestFailed ? cause.message : '';
        notify(message || 'Something went wrong', 'error');
        return undefined;
      } finally {
        // Another window may have changed the list, which may be why the change failed.
        await query.retry();
        $isChanging.set(false);
      }
    },
  };
}
