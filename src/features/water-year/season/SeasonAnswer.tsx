import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import { Button, Notice } from '#kits/ui/index.ts';
import type { Answer } from './answer.ts';
import styles from './Season.module.css';

type SeasonAnswerProps<T> = {
  screen: {
    readonly $answer: ReadableAtom<Answer<T>>;
    /** What was asked for in vain, in sentences. */
    readonly $refused: ReadableAtom<readonly string[]>;
    retry(): void;
  };
  /** Begins the message of a failed call: `The outlook`. */
  what: string;
  /** What is loading: `the outlook`. */
  loading: string;
  /** What data are of that are still shown after a failed call. */
  shown: (data: T) => string;
  children: (data: T) => ReactNode;
};

/** The data of the last call, with what could not be shown and why; gray areas until there are any. */
export function SeasonAnswer<T>({ screen, what, loading, shown, children }: SeasonAnswerProps<T>) {
  const { status, data, message } = useStore(screen.$answer);
  const refused = useStore(screen.$refused);
  return (
    <>
      {refused.map((text) => (
        <Notice key={text} severity="warning">
          {text}
        </Notice>
      ))}
      {status === 'failed' && (
        <Notice severity="error" action={<Button onClick={screen.retry}>Try again</Button>}>
          {what} could not be loaded. {message}
          {data !== undefined && ` Shown is ${shown(data)}.`}
        </Notice>
      )}
      {data !== undefined && (
        <div className={styles.answer} aria-busy={status === 'loading'}>
          {children(data)}
        </div>
      )}
      {data === undefined && status === 'loading' && (
        <div className={styles.skeleton} role="status" aria-label={`Loading ${loading}…`}>
          <span />
          <span />
        </div>
      )}
    </>
  );
}
