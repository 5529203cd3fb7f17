import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import { Button, Notice, Stack } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/PrintSheet.tsx';
import { Tool } from '#kits/ui/Tool.tsx';
import type { Answer } from '#stores/create-tool.ts';
import styles from './Season.module.css';

const waiting = { status: 'loading' } as const;

type SeasonToolProps<T> = {
  title: string;
  screen: {
    readonly $answer: ReadableAtom<Answer<T>>;
    readonly $refused: ReadableAtom<readonly string[]>;
    retry(): void;
  };
  /** Above the bar: the other parts of the page. */
  tabs: ReactNode;
  /** What the bar chooses: `What to forecast`. */
  label: string;
  summary: string;
  fields: ReactNode;
  /** Begins the message of a failed call: `The outlook`. */
  what: string;
  /** What is loading: `the outlook`. */
  loading: string;
  /** What data are of that are still shown after a failed call. */
  shown: (data: T) => string;
  children: (data: T) => ReactNode;
};

/** A tool whose every choice is loaded at once; the last data stay while others load, and when that fails. */
export function SeasonTool<T>(props: SeasonToolProps<T>) {
  const { title, screen, tabs, label, summary, fields, what, loading, shown, children } = props;
  const { status, data, message } = useStore(screen.$answer);
  return (
    <Tool
      title={title}
      label={label}
      tabs={tabs}
      summary={summary}
      fields={() => fields}
      refused={useStore(screen.$refused)}
    >
      {status === 'failed' && (
        <Notice severity="error" action={<Button onClick={screen.retry}>Try again</Button>}>
          {what} could not be loaded. {message}
          {data !== undefined && ` Shown is ${shown(data)}.`}
        </Notice>
      )}
      {data !== undefined && (
        <Stack gap={5} className={styles.answer} aria-busy={status === 'loading'}>
          {children(data)}
        </Stack>
      )}
      {data === undefined && status === 'loading' && (
        <PrintSheet data={waiting}>
          <Stack gap={5} className={styles.skeleton} role="status" aria-label={`Loading ${loading}…`}>
            <span />
            <span />
          </Stack>
        </PrintSheet>
      )}
    </Tool>
  );
}
