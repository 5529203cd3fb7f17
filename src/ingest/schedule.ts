import { toErrorMessage } from '#lib/errors.ts';
import { nextDelay } from '#lib/interval.ts';

export type ScheduleSettings = {
  interval: number;
  run: () => Promise<unknown>;
  sleep: (milliseconds: number) => Promise<void>;
  onProgress: (message: string) => void;
  random?: () => number;
  /** Ends the schedule before its next run. */
  shouldStop?: () => boolean;
};

/** Runs again and again, never two at a time. A failed run is reported and does not end the schedule. */
export async function runRepeatedly({
  interval,
  run,
  sleep,
  onProgress,
  random = Math.random,
  shouldStop,
}: ScheduleSettings) {
  for (;;) {
    try {
      await run();
    } catch (error) {
      onProgress(`The import failed: ${toErrorMessage(error)}`);
    }
    if (shouldStop?.()) return;
    const wait = nextDelay(interval, random());
    onProgress(`Next import in ${Math.round(wait / 60_000)} min`);
    await sleep(wait);
  }
}
