import type { Model } from '#contract/model.ts';
import { wallTimeInBasin } from '#lib/calendar.ts';
import { openConfirm } from './confirm.ts';
import { describePublishing, type Publishing } from './publishing.ts';

type Question = Publishing & {
  readonly model: Model;
  /** Names the record: `“Monitoring Sites”`. */
  readonly what: string;
};

/** Asks before publishing, unless that is routine. */
export function confirmPublishing({ model, what, ...publishing }: Question, publish: () => void): void {
  if (model.isRoutine) {
    publish();
    return;
  }
  const effect = describePublishing(model, publishing, wallTimeInBasin(new Date()));
  openConfirm('EVOLVE', { what, effect }, publish);
}
