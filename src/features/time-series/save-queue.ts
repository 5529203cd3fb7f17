import { atom } from 'nanostores';
import { type Requester, RequestFailed } from '#client/request.ts';
import { saveTimeseriesFilter } from '#contract/time-series.ts';
import type { Selection } from '#domain/time-series/selection.ts';
import { toFilter } from './saved-selection.ts';

export type SaveQueueSettings = {
  request: Requester;
  /** The owner of the filters: the `sub` of the token. */
  sub: string;
  notify: (message: string, severity: 'success' | 'error' | 'info') => void;
};

/** Saves one selection at a time, so that the last one submitted is stored last. */
export function createSaveQueue({ request, sub, notify }: SaveQueueSettings) {
  const $saving = atom(false);
  let next: Selection | undefined;

  async function save(selection: Selection): Promise<void> {
    next = selection;
    if ($saving.get()) return;
    $saving.set(true);
    let outcome: { message: string; severity: 'success' | 'error' } | undefined;
    while (next) {
      const now = next;
      next = undefined;
      outcome = await write(now);
    }
    $saving.set(false);
    if (outcome) notify(outcome.message, outcome.severity);
  }

  async function write(selection: Selection) {
    try {
      await request(saveTimeseriesFilter, { body: { user_uuid: sub, ...toFilter(selection) } });
      return { message: 'New filters were applied to the database', severity: 'success' } as const;
    } catch (cause) {
      const message = cause instanceof RequestFailed ? cause.message : '';
      return { message: message || 'Something went wrong', severity: 'error' } as const;
    }
  }

  return { $saving, save };
}
