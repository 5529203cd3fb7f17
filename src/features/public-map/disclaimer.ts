import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Session } from '#session/session.ts';

const key = 'disclaimer-accepted';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export type Disclaimer = {
  /** True for visitors who have not accepted it yet. */
  readonly $open: ReadableAtom<boolean>;
  accept(): void;
};

/** Remembers the acceptance for the life of the browser tab, so that returning from another page does not ask again. */
export function createDisclaimer($session: ReadableAtom<Session>, storage: () => Storage): Disclaimer {
  const $accepted = atom(stored(storage));
  return {
    $open: computed([$session, $accepted], (session, accepted) => session.status === 'visitor' && !accepted),
    accept() {
      $accepted.set(true);
      try {
        storage().setItem(key, 'yes');
      } catch {
        // Without storage the dialog opens again on the next visit.
      }
    },
  };
}

function stored(storage: () => Storage): boolean {
  try {
    return storage().getItem(key) === 'yes';
  } catch {
    return false;
  }
}
