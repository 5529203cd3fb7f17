import { capitalize } from '#lib/count-text.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { SkeletonLines } from './Skeleton.tsx';

type LoadStateProps = {
  /** Of a query: has `data` once something was loaded, and `error` after a failure. */
  state: { readonly status: string } | { readonly error: { readonly message: string } };
  /** What is loaded: `the schedule`. */
  noun: string;
  /** How many lines it takes. */
  lines: number;
  retry: () => unknown;
  /** How bad a failure is while older data are shown. */
  staleSeverity?: 'warning' | 'error';
};

/** What a part of a page shows about its data: that they are loading, or why they could not be loaded. */
export function LoadState({ state, noun, lines, retry, staleSeverity = 'warning' }: LoadStateProps) {
  const hasData = 'data' in state;
  if ('error' in state) {
    return (
      <Notice
        severity={hasData ? staleSeverity : 'error'}
        action={<Button onClick={() => void retry()}>Try again</Button>}
      >
        {capitalize(noun)} could not be loaded. {state.error.message}
      </Notice>
    );
  }
  return hasData ? null : <SkeletonLines count={lines} label={`Loading ${noun}…`} />;
}
