import { Button, Notice } from '#kits/ui/index.ts';
import type { Answer } from './answer.ts';

type AnswerNoticesProps = {
  answer: Answer<unknown>;
  /** What was asked for in vain, in sentences. */
  refused: readonly string[];
  /** Begins the message of a failed call: `The outlook`. */
  what: string;
  /** What the data are of that are still shown. */
  shown: string | undefined;
  retry: () => void;
};

/** What could not be shown, and why. */
export function AnswerNotices({
  answer: { status, data, message },
  refused,
  what,
  shown,
  retry,
}: AnswerNoticesProps) {
  return (
    <>
      {refused.map((text) => (
        <Notice key={text} severity="warning">
          {text}
        </Notice>
      ))}
      {status === 'failed' && (
        <Notice severity="error" action={<Button onClick={retry}>Try again</Button>}>
          {what} could not be loaded. {message}
          {data !== undefined && shown !== undefined && ` Shown is ${shown}.`}
        </Notice>
      )}
    </>
  );
}
