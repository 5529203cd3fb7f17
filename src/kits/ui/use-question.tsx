import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { lazyPart } from './screen-parts.tsx';

const Dialog = lazyPart(() => import('./Dialog.tsx').then((module) => module.Dialog));

/** What waits for a confirmation. */
type Question = {
  readonly title: string;
  readonly text: ReactNode;
  /** The button that does it. */
  readonly action: string;
  /** The button that does nothing; `Cancel` by default. */
  readonly cancel?: string;
  readonly onConfirm: () => void;
};

/**
 * Asks before something is done. The dialog is loaded with the first question.
 * @returns how to ask, and the dialog to render
 */
export function useQuestion(): readonly [ask: (question: Question) => void, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question>();
  if (!question) return [setQuestion, null];
  const { title, text, action, cancel = 'Cancel', onConfirm } = question;
  const close = () => setQuestion(undefined);
  const confirm = () => {
    close();
    onConfirm();
  };
  return [
    setQuestion,
    <Dialog
      key={title}
      open
      title={title}
      onDismiss={close}
      actions={
        <>
          <Button onClick={close}>{cancel}</Button>
          <Button variant="primary" onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Dialog>,
  ];
}
