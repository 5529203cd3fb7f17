import { atom } from 'nanostores';
import type { ImportSource, ScheduleInterval } from '#contract/imports.ts';
import { toRequestFailed } from '#contract/request.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { request } from '#stores/api.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { readDemonstration } from '../../import-status/index.ts';
import {
  cancelImport,
  readCurrentImport,
  readImportSchedule,
  saveImportSchedule,
  startImport,
} from '../contract.ts';
import { parseSites } from './labels.ts';

/** What the form of an import holds. `sites` is as typed. */
type ImportDraft = {
  source: ImportSource;
  sites: string;
  since: string | undefined;
  /** Values that seem to be in another unit than the stored record are taken. */
  acceptsMagnitude: boolean;
};
export type ScheduleDraft = { every: ScheduleInterval; source: ImportSource; sites: string };

/** A command to the server: what is under way, and why the last one failed. */
type CommandState = {
  pending: 'start' | 'cancel' | 'schedule' | undefined;
  error: string | undefined;
};

const runningPollMs = 1500;
const idlePollMs = 15_000;

type ImportControlSettings = {
  /** Calls back later. @returns how to cancel that */
  later?: (callback: () => void, milliseconds: number) => () => void;
  /** Called when an import has ended. */
  onEnd: () => void;
};

/** Starts, watches, cancels and schedules imports. */
export function createImportControls({ later = setTimer, onEnd }: ImportControlSettings) {
  const current = createQuery({ fetch: (signal) => request(readCurrentImport, {}, { signal }) });
  const schedule = createQuery({ fetch: (signal) => request(readImportSchedule, {}, { signal }) });
  /** What the first import removes. */
  const demonstration = createQuery({ fetch: (signal) => request(readDemonstration, {}, { signal }) });
  const $draft = atom<ImportDraft>({
    source: 'all',
    sites: '',
    since: undefined,
    acceptsMagnitude: false,
  });
  /** Undefined until someone changes the saved schedule. */
  const $scheduleDraft = atom<ScheduleDraft | undefined>(undefined);
  const $command = atom<CommandState>({ pending: undefined, error: undefined });

  const isRunning = () => dataOf(current.$state.get())?.import?.status === 'running';

  async function run(pending: NonNullable<CommandState['pending']>, work: () => Promise<unknown>) {
    if ($command.get().pending !== undefined) return;
    $command.set({ pending, error: undefined });
    try {
      await work();
      $command.set({ pending: undefined, error: undefined });
    } catch (cause) {
      $command.set({ pending: undefined, error: toRequestFailed(cause).message });
    }
  }

  /** Asks for the progress again and again, more often while an import is running. */
  function poll(): () => void {
    let stopTimer = () => {};
    let wasRunning = isRunning();
    const schedulePoll = () => {
      stopTimer();
      stopTimer = later(() => void current.retry(), isRunning() ? runningPollMs : idlePollMs);
    };
    // Every answer plans the next question, whoever asked: one that was started here is followed at once.
    const stopListening = current.$state.listen((state) => {
      if (state.status === 'loading' || state.status === 'renewing') return;
      schedulePoll();
      if (state.status !== 'ready') return;
      if (wasRunning && !isRunning()) {
        void demonstration.retry();
        onEnd();
      }
      wasRunning = isRunning();
    });
    if (current.$state.get().status !== 'loading') schedulePoll();
    void current.load();
    return () => {
      stopTimer();
      stopListening();
    };
  }

  return {
    current,
    schedule,
    demonstration,
    $draft,
    $scheduleDraft,
    $command,
    poll,
    start: () =>
      run('start', async () => {
        const { source, sites, since, acceptsMagnitude } = $draft.get();
        const list = parseSites(sites);
        await request(startImport, {
          body: {
            source,
            ...(list && { sites: list }),
            ...(since && { since }),
            ...(acceptsMagnitude && { accept_magnitude: true }),
          },
        });
        // The doubt was settled for this import only.
        $draft.set({ ...$draft.get(), acceptsMagnitude: false });
        await current.retry();
      }),
    cancel: () =>
      run('cancel', async () => {
        await request(cancelImport, {});
        await current.retry();
      }),
    saveSchedule: () =>
      run('schedule', async () => {
        const draft = $scheduleDraft.get();
        if (!draft) return;
        const { every, source, sites } = draft;
        const list = parseSites(sites);
        await request(saveImportSchedule, { body: { every, source, ...(list && { sites: list }) } });
        await schedule.retry();
        $scheduleDraft.set(undefined);
      }),
    /** Why the import cannot be started with what the form holds. */
    faultOf: ({ since }: ImportDraft): string | undefined =>
      since !== undefined && since > todayInBasin(new Date())
        ? 'The day is in the future. Choose today or an earlier day.'
        : undefined,
  };
}

export type ImportControls = ReturnType<typeof createImportControls>;

function setTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
