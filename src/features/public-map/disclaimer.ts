import { atom, computed, type ReadableAtom } from 'nanostores';
import type { SafeStorage } from '#lib/storage.ts';
import type { Session } from '#session/session.ts';

const key = 'disclaimer-accepted';

export type Disclaimer = {
  /** True for visitors who have not accepted it yet. */
  readonly $open: ReadableAtom<boolean>;
  accept(): void;
};

/** Remembers the acceptance for the life of the browser tab, so that returning from another page does not ask again. */
export function createDisclaimer($session: ReadableAtom<Session>, storage: SafeStorage): Disclaimer {
  const $accepted = atom(storage.getItem(key) === 'yes');
  return {
    $open: computed([$session, $accepted], (session, accepted) => session.status === 'visitor' && !accepted),
    accept() {
      $accepted.set(true);
      storage.setItem(key, 'yes', 'the next page asks you to accept the disclaimer again');
    },
  };
}
