import { type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { lazyPart } from '../screen-parts.tsx';
import styles from './Overlay.module.css';

const Dialog = lazyPart(() => import('./Dialog.tsx').then((module) => module.Dialog));

/** What waits for a confirmation. */
export type Question = {
  readonly title: string;
  readonly text: ReactNode;
  /** The button that does it. */
  readonly action: string;
  /** The button that does nothing; `Cancel` by default. */
  readonly cancel?: string;
  /** Whether confirming loses something, so that its button is not the primary one. */
  readonly isLoss?: boolean;
  readonly onConfirm: () => void;
};

/**
 * Asks before something is done. The dialog is loaded with the first question.
 * @returns how to ask, and the dialog to render
 */
export function useQuestion(): readonly [ask: (question: Question) => void, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question>();
  return [
    setQuestion,
    <QuestionDialog key="dialog" question={question} onClose={() => setQuestion(undefined)} />,
  ];
}

type QuestionDialogProps = { question: Question | undefined; onClose: () => void };

/** The dialog of a question, while one is asked. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  if (!question) return null;
  const { title, text, action, cancel = 'Cancel', isLoss = false, onConfirm } = question;
  const confirm = () => {
    onClose();
    onConfirm();
  };
  const buttons = [
    <Button key="no" variant={isLoss ? 'primary' : 'plain'} onClick={onClose}>
      {cancel}
    </Button>,
    <Button
      key="yes"
      variant={isLoss ? 'danger' : 'primary'}
      className={isLoss ? styles.loss : undefined}
      onClick={confirm}
    >
      {action}
    </Button>,
  ];
  return (
    <Dialog
      key={title}
      open
      title={title}
      onDismiss={onClose}
      actions={isLoss ? buttons.toReversed() : buttons}
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Dialog>
  );
}
