import type { RequestFailed } from '#client/request.ts';
import { lazily } from '#lib/lazily.ts';
import { errorOf, type Query } from '#stores/queries.ts';

/** Parts of the map that failed to load for the same reason; if `outdated`, earlier data are still shown. */
export type MapLoadError = {
  readonly id: string;
  readonly message: string;
  readonly outdated: boolean;
  retry(): void;
};

export type LoadFailure = {
  readonly what: string;
  readonly error: RequestFailed;
  readonly outdated: boolean;
  retry(): void;
};

export function toLoadFailure(what: string, query: Query<unknown>): LoadFailure | undefined {
  const state = query.$state.get();
  const error = errorOf(state);
  if (!error) return undefined;
  return { what, error, outdated: state.status === 'stale', retry: () => void query.retry() };
}

const listFormat = lazily(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));

/** Merges failures that have the same reason, so that one notice and one button cover them. */
export function groupFailures(failures: readonly LoadFailure[]): MapLoadError[] {
  const byReason = Map.groupBy(failures, ({ error, outdated }) => `${outdated} ${error.message}`);
  return [...byReason].flatMap(([id, sameReason]) => {
    const [first] = sameReason;
    if (!first) return [];
    const names = listFormat().format(sameReason.map(({ what }) => what));
    const all = names.charAt(0).toUpperCase() + names.slice(1);
    const summary = first.outdated
      ? `${all} could not be updated. Older data are shown.`
      : `${all} could not be loaded.`;
    const retry = () => {
      for (const each of sameReason) each.retry();
    };
    return { id, message: `${summary} ${first.error.message}`, outdated: first.outdated, retry };
  });
}
