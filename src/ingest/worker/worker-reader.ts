import { on } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Basin, sourceNames } from '#contract/basin.ts';
import { throwIfStopped, toImportStopped } from '#domain/import-stopped.ts';
import type { Hydrography } from '../agencies/nhd/fetch.ts';
import type { HydrologicUnit } from '../agencies/wbd/parse.ts';
import { targetsOf } from '../basin/targets.ts';
import type { SeriesReader } from '../series-reader.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from '../source.ts';
import { seriesId, type WorkerMessage, type WorkerTask } from './messages.ts';
import { unpackSeries } from './pack-series.ts';

const entry = new URL('./read-series.worker.ts', import.meta.url);

/** A file or response that needs more ends the worker, not the portal. */
const maxWorkerMemoryMb = 256;

const tooLarge = `It needs more than ${maxWorkerMemoryMb} MB of memory to read. Import fewer sites or years at a time.`;

/**
 * Creates a reader that fetches and parses in a worker thread, so that this thread can answer people meanwhile. An
 * abort ends the thread at once, whatever it is doing. `fetch`, `sleep` and the clocks of the tools are not used.
 */
export function createWorkerReader(signal: AbortSignal): SeriesReader {
  return {
    async *series(source, basin, request, tools) {
      for await (const message of messagesOf(toTask(source, basin, request, tools), signal)) {
        if (message.type === 'series') yield unpackSeries(message.series);
        else if (message.type === 'progress') tools.onProgress(message.message);
      }
    },
    async boundaries(basin, request, tools) {
      const units: HydrologicUnit[] = [];
      for await (const message of messagesOf(toTask('boundaries', basin, request, tools), signal)) {
        if (message.type === 'boundaries') units.push(...message.units);
        else if (message.type === 'progress') tools.onProgress(message.message);
      }
      return units;
    },
    async hydrography(basin, tools) {
      let hydrography: Hydrography | undefined;
      for await (const message of messagesOf(toTask('hydrography', basin, {}, tools), signal)) {
        if (message.type === 'hydrography') hydrography = message.hydrography;
        else if (message.type === 'progress') tools.onProgress(message.message);
      }
      if (!hydrography) throw new Error('The thread that reads sent no rivers.');
      return hydrography;
    },
    async *official(basin, request, tools) {
      for await (const message of messagesOf(toTask('official', basin, request, tools), signal)) {
        if (message.type === 'official') yield message.site;
        else if (message.type === 'progress') tools.onProgress(message.message);
      }
    },
  };
}

function toTask(
  source: string,
  basin: Basin,
  { isStored, ...request }: SourceRequest,
  { environment }: SourceTools,
): WorkerTask {
  return {
    source,
    basin,
    request,
    stored: isStored && storedSeries(basin, source, isStored),
    environment: { ...environment },
  };
}

function storedSeries(
  basin: Basin,
  source: string,
  isStored: NonNullable<SourceRequest['isStored']>,
): ReadonlySet<string> {
  const name = sourceNames.find((each) => each === source);
  const targets = name ? targetsOf(basin, name).all.map(({ target }) => target) : [];
  return new Set(targets.filter(isStored).map(({ site, parameter }) => seriesId(site.id, parameter)));
}

/**
 * Starts a worker and passes on its messages. The worker may be a few series ahead of the consumer, not more, so that
 * memory stays bounded.
 * @throws SourceRefused
 * @throws ImportStopped
 */
async function* messagesOf(task: WorkerTask, signal: AbortSignal): AsyncGenerator<WorkerMessage> {
  throwIfStopped(signal);
  const worker = new Worker(entry, {
    workerData: task,
    // The flags of this process, e.g. of a test runner, are not for the worker.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxWorkerMemoryMb, maxYoungGenerationSizeMb: 24 },
  });
  try {
    for await (const [event] of on(worker, 'message', { signal, close: ['exit'] })) {
      const message: WorkerMessage = event;
      if (message.type === 'end') return;
      if (message.type === 'refused') throw new SourceRefused(message.message);
      if (message.type === 'failed') throw new Error(message.message);
      yield message;
      // Otherwise this thread would take one message after the other and answer nobody.
      await setImmediate();
      if (message.type === 'series') worker.postMessage('taken');
    }
    throw new Error('The thread that reads ended before it had finished.');
  } catch (error) {
    if (signal.aborted) throw toImportStopped(signal);
    throw isOutOfMemory(error) ? new SourceRefused(tooLarge, { cause: error }) : error;
  } finally {
    await worker.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
