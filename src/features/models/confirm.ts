import { atom } from 'nanostores';

/** What is asked before it is done. EVOLVE shows a record to visitors, DEVOLVE takes it away from them. */
export type ConfirmKey = 'UNSAVED' | 'DELETE' | 'EVOLVE' | 'DEVOLVE';

export type Confirm = {
  readonly key: ConfirmKey;
  readonly open: boolean;
  /** What the question is about, in words for its text. */
  readonly payload: { readonly what: string; readonly how?: string };
  /** Called by the button that goes on. */
  readonly callback: () => void;
};

/** The question on the screen, if there is one. */
export const $confirm = atom<Confirm | undefined>(undefined);

export function openConfirm(key: ConfirmKey, payload: Confirm['payload'], callback: () => void): void {
  $confirm.set({ key, open: true, payload, callback });
}

/** Closes the question; where it was answered with yes, does what was asked about. */
export function closeConfirm(isConfirmed: boolean): void {
  const current = $confirm.get();
  $confirm.set(undefined);
  if (isConfirmed) current?.callback();
}
