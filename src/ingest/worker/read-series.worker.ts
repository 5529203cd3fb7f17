import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { setBasinTimeZone } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { runAfterServerThread } from '#server/db/thread-priority.ts';
import { localReader } from '../series-reader.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from '../source.ts';
import { maxSeriesAhead, seriesId, type WorkerMessage, type WorkerTask } from './messages.ts';
import { packSeries } from './pack-series.ts';

// The entry of the worker thread: reads what `workerData` names, and sends it to the main thread.

const { source, basin, request, stored, environment }: WorkerTask = workerData;
setBasinTimeZone(basin.time_zone);
runAfterServerThread();

const fullRequest: SourceRequest = {
  ...request,
  ...(stored && { isStored: ({ site, parameter }) => stored.has(seriesId(site.id, parameter)) }),
};

const tools: SourceTools = {
  fetch,
  sleep: (milliseconds) => setTimeout(milliseconds),
  now: () => new Date(),
  random: Math.random,
  onProgress: (message) => send({ type: 'progress', message }),
  environment,
};

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []) {
  parentPort?.postMessage(message, transfer);
}

let ahead = 0;
let onTaken = () => {};
parentPort?.on('message', () => {
  ahead -= 1;
  onTaken();
});

async function sendSeries() {
  for await (const each of localReader.series(source, basin, fullRequest, tools)) {
    const { series, transfer } = packSeries(each);
    send({ type: 'series', series }, transfer);
    ahead += 1;
    while (ahead > maxSeriesAhead) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onTaken = resolve;
      await promise;
    }
  }
}

async function run() {
  try {
    if (source === 'boundaries') {
      send({ type: 'boundaries', units: await localReader.boundaries(basin, fullRequest, tools) });
    } else if (source === 'hydrography') {
      send({ type: 'hydrography', hydrography: await localReader.hydrography(basin, tools) });
    } else if (source === 'official') {
      for await (const site of localReader.official(basin, fullRequest, tools))
        send({ type: 'official', site });
    } else await sendSeries();
    send({ type: 'end' });
  } catch (error) {
    send({ type: error instanceof SourceRefused ? 'refused' : 'failed', message: toErrorMessage(error) });
  }
  // Ends the thread, which the listener would otherwise let live.
  parentPort?.unref();
}

void run();
