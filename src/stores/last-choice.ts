import { atom, type ReadableAtom } from 'nanostores';
import { safeLocalStorage } from '#lib/page/storage.ts';
import type { Address } from './address.ts';

export type LastChoice = {
  readonly address: Address;
  /** Whether the page shows what was left, and nothing has been chosen since. */
  readonly $isShown: ReadableAtom<boolean>;
  /** Forgets what was left. */
  forget(): void;
};

/**
 * An address that begins, where it names nothing, with what a tool last had in this browser. `isChoice` says which query strings
 * are worth it, such as those that were submitted.
 */
export function rememberLastChoice(
  address: Address,
  key: string,
  isChoice: (query: string) => boolean,
): LastChoice {
  const left = address.read() === '' ? safeLocalStorage.getItem(key) : null;
  const $isShown = atom(left !== null && isChoice(left));
  const keep = (query: string) => {
    if (query !== left) $isShown.set(false);
    if (isChoice(query)) safeLocalStorage.setItem(key, query);
  };
  return {
    $isShown,
    address: {
      ...address,
      read: () => address.read() || ($isShown.get() && left) || '',
      write(query) {
        keep(query);
        address.write(query);
      },
      push(query) {
        // The choice that a tool has by itself.
        if (query === '') safeLocalStorage.removeItem(key);
        keep(query);
        address.push(query);
      },
    },
    forget() {
      $isShown.set(false);
      safeLocalStorage.removeItem(key);
    },
  };
}
