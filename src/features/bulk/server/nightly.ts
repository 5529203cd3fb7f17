import { wallTimeInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { readDataVersion } from '#server/http/query-cache.ts';
import { BulkBusy, type BulkRunner } from './bulk-runner.ts';

const checkEveryMs = 60_000;

export type NightlySettings = {
  readonly runner: BulkRunner;
  readonly from: Queryable;
  /** The time of the day in the basin's time zone, `HH:mm`; undefined for never. */
  readonly at: string | undefined;
  readonly now?: () => Date;
  /** Called with what went wrong; the next night is tried again. */
  onError(message: string): void;
};

/**
 * Creates a check that writes the files once a night, at its time or, if no portal ran then, later. It does nothing
 * while the files have the present data. Of several portals, one writes.
 */
export function createNightly({ runner, from, at, now = () => new Date(), onError }: NightlySettings) {
  let handled = '';
  return async (): Promise<void> => {
    try {
      await runner.removeFormer();
      if (at === undefined) return;
      const last = lastTime(now(), at);
      if (handled === last) return;
      const { state, manifest } = await runner.status();
      // Another portal writes, so this one checks again when that has ended.
      if (state === 'writing') return;
      handled = last;
      const isCurrent =
        manifest !== null &&
        (wallTimeInBasin(new Date(manifest.generated_at)) >= last ||
          manifest.data_version === (await readDataVersion(from))) &&
        runner.isComplete(manifest);
      if (isCurrent) return;
      const { finished } = await runner.start();
      await finished;
    } catch (error) {
      if (error instanceof BulkBusy) handled = '';
      else onError(`The Parquet files could not be written: ${toErrorMessage(error)}`);
    }
  };
}

/** The last time that a clock in the basin showed this time of the day, `YYYY-MM-DDTHH:mm`. */
function lastTime(now: Date, at: string): string {
  const [day = '', clock = ''] = wallTimeInBasin(now).split('T');
  return `${clock >= at ? day : addDays(day, -1)}T${at}`;
}

/** Checks every minute while the portal runs. @returns how to stop */
export function runNightly(settings: NightlySettings): () => void {
  const check = createNightly(settings);
  const timer = setInterval(() => void check(), checkEveryMs).unref();
  return () => clearInterval(timer);
}
