import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type Question, QuestionDialog } from '#kits/ui/use-question.tsx';

/** The question that the page asks, if any. */
export const $question = atom<Question | undefined>(undefined);

/** Asks before changes to `what`, such as `“Monitoring Sites”`, are discarded. */
export function askToLeave(what: string, onConfirm: () => void): void {
  $question.set({
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
    title: `Delete ${what}?`,
    text: 'The record and its versions are deleted for everyone. The audit log stores a copy of their content.',
    action: 'Delete',
    isLoss: true,
    onConfirm,
  });
}

/** The dialog of `$question`. */
export function ConfirmDialog() {
  return <QuestionDialog question={useStore($question)} onClose={() => $question.set(undefined)} />;
}
