import { toErrorMessage } from '#lib/errors.ts';
import type { Store } from '../../db/store.ts';
import type { ImportRunner } from './import-runner.ts';
import { findRunElsewhere } from './run-elsewhere.ts';
import { claimDue, findDue, type ScheduleTools } from './schedule.ts';

const checkEveryMs = 30_000;

export type SchedulerSettings = {
  readonly store: Store;
  readonly runner: ImportRunner;
  readonly tools?: ScheduleTools;
  /** Called with what went wrong; the schedule goes on. */
  onError(message: string): void;
};

const systemTools: ScheduleTools = { now: () => new Date(), random: Math.random };

/**
 * Starts the scheduled import if it is due. While another import is running it waits, so that there are never two. The
 * time of the next one is in the database, so that a restart of the portal changes nothing.
 */
export async function startIfDue({
  store,
  runner,
  tools = systemTools,
  onError,
}: SchedulerSettings): Promise<void> {
  try {
    const due = await findDue(store, tools);
    if (!due || runner.isRunning() || (await findRunElsewhere(store))) return;
    if (!(await claimDue(store, due, tools))) return;
    const { source, sites } = due;
    const { finished } = runner.start({ source, sites: sites ?? undefined, keepCurrent: true }, 'schedule');
    finished.catch((error: unknown) => onError(`The scheduled import failed: ${toErrorMessage(error)}`));
  } catch (error) {
    onError(`The import schedule could not be read: ${toErrorMessage(error)}`);
  }
}

/** Checks the schedule while the portal runs. @returns how to stop */
export function runScheduler(settings: SchedulerSettings): () => void {
  const timer = setInterval(() => void startIfDue(settings), checkEveryMs).unref();
  return () => clearInterval(timer);
}
