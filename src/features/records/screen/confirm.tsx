import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type Question, QuestionDialog } from '#kits/ui/overlay/use-question.tsx';

/**
 * The specified kinds of questions: changes that are not saved would be lost, a record is deleted, a version becomes what
 * readers see (publish), or readers see it no longer (unpublish, disable).
 */
export type ConfirmKind = 'UNSAVED' | 'DELETE' | 'EVOLVE' | 'DEVOLVE';

/** The question that the page asks, if any. */
export const $question = atom<(Question & { readonly kind: ConfirmKind }) | undefined>(undefined);

/** Asks before changes to `what`, such as `“Monitoring Sites”`, are discarded. */
export function askToLeave(what: string, onConfirm: () => void): void {
  $question.set({
    kind: 'UNSAVED',
    title: 'Leave without saving?',
    text: `Your changes to ${what} are not saved. If you leave, they are discarded.`,
    action: 'Leave and discard',
    cancel: 'Stay',
    isLoss: true,
    onConfirm,
  });
}

export function askToDelete(what: string, onConfirm: () => void): void {
  $question.set({
    kind: 'DELETE',
    title: `Delete ${what}?`,
    text: 'The record and its versions are deleted for everyone. The audit log stores a copy of their content.',
    action: 'Delete',
    isLoss: true,
    onConfirm,
  });
}

/** @param effect what it changes for the readers */
export function askToPublish(what: string, effect: string, onConfirm: () => void): void {
  $question.set({ kind: 'EVOLVE', title: `Publish ${what}?`, text: effect, action: 'Publish', onConfirm });
}

/** @param effect what it changes for the readers */
export function askToHide(
  how: 'Unpublish' | 'Disable',
  what: string,
  effect: string,
  onConfirm: () => void,
): void {
  $question.set({ kind: 'DEVOLVE', title: `${how} ${what}?`, text: effect, action: how, onConfirm });
}

/** The dialog of `$question`. */
export function ConfirmDialog() {
  return <QuestionDialog question={useStore($question)} onClose={() => $question.set(undefined)} />;
}
