import { atom } from 'nanostores';
import type { Address } from '#stores/address.ts';
import { type AddressPart, createScreen } from '#stores/create-screen.ts';
import type { SubmitSettings } from '#stores/queries.ts';
import { createAnswer } from './answer.ts';

/** What an address asks for, and a sentence for each part of it that cannot be shown. */
export type ReadChoice<C> = { readonly choice: C; readonly refused: readonly string[] };

type ChoiceScreenSettings<T, C> = {
  readonly address: Address;
  /** Reads a query string without `?`; the empty one gives the first choice. */
  readonly read: (query: string) => ReadChoice<C>;
  readonly write: (choice: C) => string;
  readonly fetch: SubmitSettings<T, C>['fetch'];
  /** Whether the server is left to choose a part of it, such as the day. */
  readonly isOpen: (choice: C) => boolean;
  /** Completes a choice by what the server chose. */
  readonly resolve: (choice: C, data: T) => C;
  /** More of the address. */
  readonly parts?: readonly AddressPart[];
};

/** The state of a screen whose every choice is loaded at once and held in the address. */
export function createChoiceScreen<T, C>(settings: ChoiceScreenSettings<T, C>) {
  const { address, read, write, fetch, isOpen, resolve, parts = [] } = settings;
  const $choice = atom<C>(read('').choice);
  const $refused = atom<readonly string[]>([]);
  const { $answer, load, retry, cancel } = createAnswer<T, C>({
    isSame: (one, other) => write(one) === write(other),
    resolve,
    fetch,
  });
  const { start } = createScreen({
    address,
    submitted: [{ cancel }],
    parts: [
      {
        restore(query) {
          const { choice, refused } = read(query);
          $refused.set(refused);
          $choice.set(choice);
        },
        serialize: () => write($choice.get()),
        // What the server chooses is no step of the history.
        listen: (onChange) =>
          $choice.listen((_, before) => onChange(before !== undefined && !isOpen(before))),
      },
      ...parts,
    ],
    onRestored: () => load($choice.get()),
    onStart: () => [
      $choice.listen((choice) => load(choice)),
      $answer.listen(({ status, data }) => {
        const choice = $choice.get();
        // A link has the day that it shows, so that it shows the same tomorrow.
        if (status === 'ready' && data !== undefined && isOpen(choice)) $choice.set(resolve(choice, data));
      }),
    ],
  });
  return {
    $choice,
    $refused,
    $answer,
    retry,
    start,
    /** Takes another choice, and forgets what the address asked for in vain. */
    choose(choice: C): void {
      $refused.set([]);
      $choice.set(choice);
    },
  };
}
