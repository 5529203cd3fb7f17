import { toErrorMessage } from '#lib/errors.ts';
import type { Store } from '#server/db/store.ts';
import { readReadingVersion } from '#server/http/query-cache.ts';
import { evaluateRules } from './evaluate.ts';
import type { Capacities } from './measures.ts';

/** So soon after imports, also those of other processes, their values are evaluated. */
export const checkEveryMs = 30_000;
/** Silence, and values that were not young enough, change with the time only. */
const evaluateEveryMs = 600_000;

export type ClockSettings = {
  readonly store: Store;
  readonly capacities: Capacities;
  readonly now?: () => Date;
  /** Called with what went wrong: the next check tries again, or with one rule the next evaluation. */
  onError(message: string): void;
};

/** Creates a check that evaluates the rules where values have changed since, and every ten minutes. It never throws. */
export function createCheck({ store, capacities, now = () => new Date(), onError }: ClockSettings) {
  let seen: { readonly version: string; readonly at: number } | undefined;
  return async (): Promise<void> => {
    try {
      const version = await readReadingVersion(store);
      const at = now().getTime();
      if (seen?.version === version && at - seen.at < evaluateEveryMs) return;
      await evaluateRules({
        ...{ store, capacities, now: new Date(at) },
        onError: (error, rules) => {
          const ids = rules.map(({ id }) => id).join(', ');
          onError(`The alerts ${ids} could not be evaluated: ${toErrorMessage(error)}`);
        },
      });
      seen = { version, at };
    } catch (error) {
      onError(`The alerts could not be evaluated: ${toErrorMessage(error)}`);
    }
  };
}
