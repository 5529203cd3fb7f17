import * as z from 'zod/mini';
import type { ImportProgress, RunStatus } from '#contract/imports.ts';
import { ImportStopped } from '#domain/import-stopped.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { HttpProblem } from '../http/problems.ts';
import { withoutDeadline } from '../http/write-deadline.ts';

/** What is imported, also as a command sends it to the portal that has the embedded database open. */
export const ImportRequest = z.strictObject({
  source: z.string(),
  file: z.optional(z.string()),
  since: z.optional(z.iso.date()),
  sites: z.optional(z.array(z.string())),
  /** Import only the last days of each record, and the whole record the first time and once a week. */
  keepCurrent: z.optional(z.boolean()),
  replaceSource: z.optional(z.boolean()),
  /** Store values even if they seem to be in another unit than the stored record. */
  acceptMagnitude: z.optional(z.boolean()),
  /** What 00:00 means in a file of midnights. */
  midnight: z.optional(z.enum(['start', 'end'])),
});
export type ImportRequest = Readonly<z.output<typeof ImportRequest>>;

export type ImportHooks = {
  readonly signal: AbortSignal;
  onProgress(message: string): void;
  onCount(count: { done: number; total: number | undefined }): void;
};

type Outcome = { readonly status: Exclude<RunStatus, 'running'> };

/** Runs an import and returns its report. @throws ImportStopped after an abort of the signal */
export type Ingest = (request: ImportRequest & { startedBy: string }, hooks: ImportHooks) => Promise<Outcome>;

export type StartedImport = {
  /** The report, or why there is none. */
  readonly finished: Promise<Outcome>;
};

/** Runs the imports of this process, one at a time. */
export type ImportRunner = {
  /** @throws HttpProblem 409 while another import is running here */
  start(request: ImportRequest, startedBy: string, onProgress?: (message: string) => void): StartedImport;
  /** The import that is running, or the last one. */
  current(): ImportProgress | undefined;
  isRunning(): boolean;
  /** @throws HttpProblem 409 that says which import is running */
  refuseWhileRunning(): void;
  /** Ends the import that is running, after the series that is being written. Returns false if there is none. */
  cancel(by: string): boolean;
  /** Ends the import that is running, because the portal stops, and waits for it. */
  stop(): Promise<void>;
};

const maxMessages = 200;
const stoppedMessage =
  'The portal was stopped before this had finished. What it had done until then is complete. Start it again.';

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

export function createImportRunner(ingest: Ingest): ImportRunner {
  let run: Run | undefined;
  let settled: Promise<unknown> = Promise.resolve();
  const isRunning = () => run !== undefined && run.finishedAt === undefined;
  const refuseWhileRunning = () => {
    if (run && isRunning())
      throw new HttpProblem(409, describeBusy(run.request.source, run.startedBy, run.startedAt));
  };

  async function execute(of: Run, onProgress: (message: string) => void): Promise<Outcome> {
    const addMessage = (message: string) => {
      of.messages.push(message);
      if (of.messages.length > maxMessages) of.messages.shift();
      onProgress(message);
    };
    try {
      const { request, startedBy } = of;
      const report = await ingest(
        { ...request, startedBy },
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
      of.finishedAt = new Date();
    }
  }

  function begin(
    request: ImportRequest,
    startedBy: string,
    onProgress: (message: string) => void = () => {},
  ): StartedImport {
    refuseWhileRunning();
    const started: Run = {
      request,
      startedBy,
      startedAt: new Date(),
      controller: new AbortController(),
      messages: [],
      count: { done: 0, total: undefined },
      finishedAt: undefined,
      status: 'running',
    };
    run = started;
    const finished = withoutDeadline(() => execute(started, onProgress));
    settled = finished.catch(() => {});
    return { finished };
  }

  return {
    start: begin,
    current: () => run && toProgress(run, new Date()),
    isRunning,
    refuseWhileRunning,
    cancel(by) {
      if (!isRunning()) return false;
      run?.controller.abort(
        new ImportStopped('cancelled', `Canceled by ${by}. What it had done until then is complete.`),
      );
      return true;
    },
    async stop() {
      run?.controller.abort(new ImportStopped('interrupted', stoppedMessage));
      await settled;
    },
  };
}

/** Says for the log that less arrived than was asked for. */
export const describePartial = (noun: string) =>
  `The ${noun} is partial: less arrived than was asked for. Import Status has the numbers`;

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

/** Fewer series say too little about the rest. */
const minSeries = 3;

/** Estimates from the time that the first series took. Null where the total is unknown, or at the beginning. */
function estimateSecondsLeft(
  { done, total }: { done: number; total: number | undefined },
  elapsedMs: number,
): number | null {
  if (total === undefined || done < minSeries) return null;
  return Math.ceil(((elapsedMs / done) * Math.max(0, total - done)) / 1000);
}
