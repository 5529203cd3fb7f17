import { type ReactNode, useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Layout.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './Field.module.css';

type SubmitButtonProps = {
  children: ReactNode;
  /** Why nothing can be submitted yet; disables the button, which shows the reason. */
  reason?: string | undefined;
  /** The reason ends by itself in a moment: it is not shown, because the page would move when it goes, but announced. */
  isBrief?: boolean;
  /** A submission is in progress. The button can be pressed again. */
  pending?: boolean;
  onClick: () => void;
};

/** The red button that submits a form. */
export function SubmitButton({
  children,
  reason,
  isBrief = false,
  pending = false,
  onClick,
}: SubmitButtonProps) {
  const id = useId();
  return (
    <Row gap="2 3" className={styles.submitFrame}>
      <Button
        className={styles.submit}
        aria-disabled={reason !== undefined}
        aria-busy={pending}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={() => reason === undefined && onClick()}
      >
        {pending && <Spinner />}
        {children}
      </Button>
      {reason !== undefined && (
        <p className={isBrief ? 'visually-hidden' : styles.reason} id={id}>
          {reason}
        </p>
      )}
    </Row>
  );
}
