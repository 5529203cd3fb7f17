import type { ImportProgress } from '#contract/imports.ts';
import { ImportStopped } from '#domain/import-stopped.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { estimateSecondsLeft } from './seconds-left.ts';

export type ImportRequest = {
  readonly source: string;
  readonly file?: string | undefined;
  readonly since?: string | undefined;
  readonly sites?: readonly string[] | undefined;
  /** Import only the last days of each record, and the whole record the first time and once a week. */
  readonly keepCurrent?: boolean | undefined;
  readonly replaceSource?: boolean | undefined;
};

export type ImportHooks = {
  readonly signal: AbortSignal;
  onProgress(message: string): void;
  onCount(count: { done: number; total: number | undefined }): void;
};

/** Runs an import and returns its report. @throws ImportStopped after an abort of the signal */
export type Ingest = (
  request: ImportRequest & { startedBy: string },
  hooks: ImportHooks,
) => Promise<{ status: 'succeeded' | 'failed' | 'cancelled' | 'interrupted' }>;

/** Another import is running here; `message` says which. */
export class ImportBusy extends Error {
  override name = 'ImportBusy';
}

type StartedImport = {
  /** The report, or why there is none. */
  readonly finished: ReturnType<Ingest>;
};

/** Runs the imports of this process, one at a time. */
export type ImportRunner = {
  /** @throws ImportBusy */
  start(request: ImportRequest, startedBy: string, onProgress?: (message: string) => void): StartedImport;
  /** The import that is running, or the last one. */
  current(): ImportProgress | undefined;
  isRunning(): boolean;
  /** Ends the import that is running, after the series that is being written. Returns false if there is none. */
  cancel(by: string): boolean;
  /** Ends the import that is running, because the portal stops, and waits for it. */
  stop(): Promise<void>;
};

const maxMessages = 200;
const stoppedMessage =
  'The portal was stopped before the import had finished. The series that it had written are complete. Start it again.';

type Run = {
  readonly request: ImportRequest;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly controller: AbortController;
  readonly messages: string[];
  count: { done: number; total: number | undefined };
  finishedAt: Date | undefined;
  status: ImportProgress['status'];
};

export function createImportRunner(ingest: Ingest, now: () => Date = () => new Date()): ImportRunner {
  let run: Run | undefined;
  let settled: Promise<unknown> = Promise.resolve();
  const isRunning = () => run !== undefined && run.finishedAt === undefined;

  async function execute(of: Run, onProgress: (message: string) => void): ReturnType<Ingest> {
    const addMessage = (message: string) => {
      of.messages.push(message);
      if (of.messages.length > maxMessages) of.messages.shift();
      onProgress(message);
    };
    try {
      const report = await ingest(
        { ...of.request, startedBy: of.startedBy },
        {
          signal: of.controller.signal,
          onProgress: addMessage,
          onCount: (count) => {
            of.count = count;
          },
        },
      );
      of.status = report.status;
      return report;
    } catch (error) {
      of.status = error instanceof ImportStopped ? error.status : 'failed';
      of.messages.push(toErrorMessage(error));
      throw error;
    } finally {
      of.finishedAt = now();
    }
  }

  return {
    start(request, startedBy, onProgress = () => {}) {
      if (run && isRunning()) {
        throw new ImportBusy(describeBusy(run.request.source, run.startedBy, run.startedAt));
      }
      const started: Run = {
        request,
        startedBy,
        startedAt: now(),
        controller: new AbortController(),
        messages: [],
        count: { done: 0, total: undefined },
        finishedAt: undefined,
        status: 'running',
      };
      run = started;
      const finished = execute(started, onProgress);
      settled = finished.catch(() => {});
      return { finished };
    },
    current: () => run && toProgress(run, now()),
    isRunning,
    cancel(by) {
      if (!isRunning()) return false;
      run?.controller.abort(
        new ImportStopped('cancelled', `Canceled by ${by}. The series that it had written are complete.`),
      );
      return true;
    },
    async stop() {
      run?.controller.abort(new ImportStopped('interrupted', stoppedMessage));
      await settled;
    },
  };
}

/** Says which import is in the way of another one. */
export function describeBusy(source: string, startedBy: string, startedAt: Date): string {
  return `An import of ${source} has been running since ${startedAt.toISOString().slice(0, 16)}Z, started by ${startedBy}. Wait until it has finished, or cancel it.`;
}

function toProgress(run: Run, at: Date): ImportProgress {
  const { request, startedBy, startedAt, finishedAt, controller, count, status, messages } = run;
  return {
    source: request.source,
    sites: request.sites ? [...request.sites] : null,
    since: request.since ?? null,
    started_by: startedBy,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    status,
    is_stopping: !finishedAt && controller.signal.aborted,
    is_elsewhere: false,
    series_done: count.done,
    series_total: count.total ?? null,
    seconds_left: finishedAt ? null : estimateSecondsLeft(count, at.getTime() - startedAt.getTime()),
    messages: [...messages],
  };
}
