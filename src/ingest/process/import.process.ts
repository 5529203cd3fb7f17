// The entry of the process of an import: fetches and parses, checks and packs. The database is open in the process that
// has started this one, which does the statements.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportStopped } from '#domain/import-stopped.ts';
import { setBasinTimeZone } from '#lib/basin-clock.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { runAfterServerThread } from '#server/db/thread-priority.ts';
import type { Import } from '../engine/import-series.ts';
import { importSource } from '../run.ts';
import { SourceRefused } from '../source.ts';
import { type ImportMessage, type ImportTask, outOfMemoryCode, type PortalMessage } from './messages.ts';
import { createRemoteStore } from './remote-store.ts';

/** The database refused a statement; the other process knows the error. */
class StatementFailed extends Error {
  override name = 'StatementFailed';
  readonly request: number;

  constructor(request: number, message: string) {
    super(message);
    this.request = request;
  }
}

const send = (message: ImportMessage) => process.send?.(message);
const pending = new Map<number, PromiseWithResolvers<unknown[]>>();
const controller = new AbortController();
let lastRequest = 0;

process.on('message', (message: PortalMessage) => {
  switch (message.type) {
    case 'start':
      void run(message.task);
      break;
    case 'rows':
      settle(message.id)?.resolve([...message.rows]);
      break;
    case 'failed':
      settle(message.id)?.reject(new StatementFailed(message.id, message.message));
      break;
    case 'stop':
      controller.abort(new ImportStopped(message.status, message.message));
  }
});
process.on('disconnect', () => process.exit(1));
// A terminal sends it to both processes. The other one decides.
process.on('SIGINT', () => {});

function settle(id: number) {
  const request = pending.get(id);
  pending.delete(id);
  return request;
}

const memoryCheckMs = 250;
/** What garbage may take for a moment. */
const memoryTolerance = 1.2;

/** Node limits the space of objects, but not that of buffers and large texts, such as an endless answer of a service. */
function watchMemory(memoryMb: number) {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMb * memoryTolerance * 1_000_000) process.exit(outOfMemoryCode);
  }, memoryCheckMs).unref();
}

async function run(task: ImportTask) {
  const { engine, sourceName, run: runId, request, basin, environment, report } = task;
  setBasinTimeZone(basin.time_zone);
  runAfterServerThread('tasks');
  watchMemory(task.memoryMb);
  const sent = { series: 0, failures: 0, unknown: 0 };
  const work: Import = {
    sourceName,
    run: runId,
    request,
    basin,
    signal: controller.signal,
    tools: {
      fetch,
      sleep: (milliseconds) => sleep(milliseconds),
      now: () => new Date(),
      random: Math.random,
      onProgress: (message) => send({ type: 'progress', message }),
      environment,
    },
    onSeries: () => {
      const { series, failures, unknown_columns: unknown } = report;
      const part = {
        series: series.slice(sent.series),
        failures: failures.slice(sent.failures),
        unknown: unknown.slice(sent.unknown),
      };
      Object.assign(sent, { series: series.length, failures: failures.length, unknown: unknown.length });
      send({ type: 'part', part });
    },
  };
  const store = createRemoteStore(engine, (storeRequest) => {
    lastRequest += 1;
    const rows = Promise.withResolvers<unknown[]>();
    pending.set(lastRequest, rows);
    send({ type: 'store', id: lastRequest, request: storeRequest });
    return rows.promise;
  });
  try {
    await importSource(store, work, report);
    send({ type: 'end', outcome: 'done', message: '', request: undefined, report });
  } catch (error) {
    const outcome =
      error instanceof SourceRefused ? 'refused' : error instanceof ImportStopped ? 'stopped' : 'failed';
    const failed = error instanceof StatementFailed ? error.request : undefined;
    send({ type: 'end', outcome, message: toErrorMessage(error), request: failed, report });
  }
}
