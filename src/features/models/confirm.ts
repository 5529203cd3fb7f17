import { atom } from 'nanostores';

/** The kinds of confirmation. EVOLVE makes a record visible to visitors, DEVOLVE hides it from them. */
export type ConfirmKey = 'UNSAVED' | 'DELETE' | 'EVOLVE' | 'DEVOLVE';

export type Confirm = {
  readonly key: ConfirmKey;
  readonly open: boolean;
  /** Parts of the text: `what` names the record, `how` names the action, `effect` says what it changes for readers. */
  readonly payload: { readonly what: string; readonly how?: string; readonly effect?: string };
  /** Called on confirmation. */
  readonly callback: () => void;
};

/** The open confirmation, if any. */
export const $confirm = atom<Confirm | undefined>(undefined);

export function openConfirm(key: ConfirmKey, payload: Confirm['payload'], callback: () => void): void {
  $confirm.set({ key, open: true, payload, callback });
}

/** Closes the confirmation, and runs its callback if confirmed. */
export function closeConfirm(isConfirmed: boolean): void {
  const current = $confirm.get();
  $confirm.set(undefined);
  if (isConfirmed) current?.callback();
}
