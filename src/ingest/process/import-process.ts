import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { throwIfStopped, toImportStopped } from '#domain/import-stopped.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import type { Import, ImportStore } from '../engine/import-series.ts';
import { addSeriesReport, type IngestReport } from '../report.ts';
import type { RunSource } from '../run.ts';
import { SourceRefused } from '../source.ts';
import {
  type ImportMessage,
  outOfMemoryCode,
  type PortalMessage,
  type ReportPart,
  type StoreRequest,
} from './messages.ts';

const entry = new URL('./import.process.ts', import.meta.url);

/** What Node itself takes, its code and its buffers included, apart from the objects whose space is limited. */
const nodeMemoryMb = 96;

/** How long the process may take to stop; what it is writing then is rolled back. On a busy computer it comes last. */
const stopGraceMs = 5000;

type ImportProcessOptions = {
  /** Megabytes that a process may use. */
  readonly memoryMb: number;
  /** Called after each series that was written or refused. */
  readonly onSeries?: () => void;
  /** Called after each statement. */
  readonly onStatement?: () => void;
};

/**
 * Runs each source in a process of its own, which fetches, parses, checks and packs. This process only does the
 * statements, because only one can have the embedded database open: at most one block of some 50 KB for each transaction
 * is here at a time, and the other process waits for the answer. A process that ends too soon, e.g. because a file needs
 * more memory than it may have, is a refusal. `fetch`, `sleep` and the clocks of the tools are not used.
 */
export function createImportProcess(options: ImportProcessOptions): RunSource {
  return async (store, work, report) => {
    throwIfStopped(work.signal);
    const child = fork(entry, {
      // The flags of this process, e.g. of a test runner, are not for the other.
      execArgv: [`--max-old-space-size=${options.memoryMb - nodeMemoryMb}`, '--max-semi-space-size=4'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const exited = once(child, 'exit');
    try {
      await follow(child, store, work, report, options);
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  };
}

async function follow(
  child: ChildProcess,
  store: ImportStore,
  work: Import,
  report: IngestReport,
  { memoryMb, onSeries = () => {}, onStatement = () => {} }: ImportProcessOptions,
): Promise<void> {
  const { signal, tools } = work;
  const served = serveStore(store);
  const ended = Promise.withResolvers<void>();
  const send = (message: PortalMessage) => {
    // One that has ended says so by itself.
    if (child.connected) child.send(message, () => {});
  };
  let failure: { readonly id: number; readonly error: unknown } | undefined;
  let errorText = '';
  let killer: NodeJS.Timeout | undefined;

  const answer = async ({ id, request }: Extract<ImportMessage, { type: 'store' }>) => {
    try {
      send({ type: 'rows', id, rows: await served.run(request) });
    } catch (error) {
      failure = { id, error };
      send({ type: 'failed', id, message: toErrorMessage(error) });
    }
    onStatement();
  };
  const finish = ({ outcome, message, request, report: whole }: Extract<ImportMessage, { type: 'end' }>) => {
    Object.assign(report, whole);
    if (outcome === 'done') ended.resolve();
    else if (outcome === 'refused') ended.reject(new SourceRefused(message));
    else if (outcome === 'stopped' && signal) ended.reject(toImportStopped(signal));
    else ended.reject(failure && failure.id === request ? failure.error : new Error(message));
  };
  const stop = () => {
    if (!signal) return;
    const { status, message } = toImportStopped(signal);
    send({ type: 'stop', status, message });
    killer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-8000);
  });
  child.on('message', (message: ImportMessage) => {
    if (message.type === 'store') void answer(message);
    else if (message.type === 'progress') tools.onProgress(message.message);
    else if (message.type === 'part') {
      addPart(report, message.part);
      onSeries();
    } else finish(message);
  });
  child.on('error', ended.reject);
  // After everything that it has sent.
  child.on('close', (code, killedBy) => {
    if (signal?.aborted) ended.reject(toImportStopped(signal));
    else ended.reject(new SourceRefused(describeEnd(errorText, killedBy ?? code, memoryMb)));
  });
  signal?.addEventListener('abort', stop, { once: true });
  const { sourceName, run, request, basin } = work;
  const environment = { ...tools.environment };
  send({
    type: 'start',
    task: { engine: store.engine, sourceName, run, basin, request, environment, memoryMb, report },
  });
  try {
    await ended.promise;
  } finally {
    clearTimeout(killer);
    signal?.removeEventListener('abort', stop);
    await served.close();
  }
}

function addPart(report: IngestReport, { series, failures, unknown }: ReportPart): void {
  for (const each of series) addSeriesReport(report, each);
  report.failures.push(...failures);
  report.unknown_columns.push(...unknown);
}

function describeEnd(errorText: string, how: string | number | null, memoryMb: number): string {
  const written = 'The series that were written before are complete.';
  if (how === outOfMemoryCode || errorText.includes('heap out of memory')) {
    return `Stopped: out of memory. It needs more than the ${memoryMb} MB that an import may use (IMPORT_MEMORY_MB). ${written} Import fewer sites or years at a time.`;
  }
  if (how === 'SIGKILL') {
    return `Stopped: the system ended the process of the import, perhaps because the computer had no memory left. ${written} Start it again.`;
  }
  const [reason = ''] = /^\w*Error: .*$/m.exec(errorText) ?? [];
  return `Stopped: the process of the import ended (${how}). ${reason.slice(0, 300)} ${written}`;
}

type OpenTransaction = {
  readonly transaction: Promise<StoreTransaction>;
  readonly commit: () => void;
  readonly rollback: () => void;
  /** Rejects if the transaction was not committed. */
  readonly ended: Promise<void>;
};

class RolledBack extends Error {
  override name = 'RolledBack';
}

const Parameters = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Does the database work of another process. `close` rolls back the transactions that it has left open. */
function serveStore(store: ImportStore) {
  const open = new Map<number, OpenTransaction>();

  async function begin(id: number): Promise<void> {
    const begun = Promise.withResolvers<StoreTransaction>();
    const decided = Promise.withResolvers<void>();
    const ended = store.transaction(async (transaction) => {
      begun.resolve(transaction);
      await decided.promise;
    });
    ended.catch(begun.reject);
    // Whoever waits for one of them gets its failure.
    begun.promise.catch(() => {});
    decided.promise.catch(() => {});
    open.set(id, {
      transaction: begun.promise,
      commit: decided.resolve,
      rollback: () => decided.reject(new RolledBack()),
      ended,
    });
    await begun.promise;
  }

  async function end(id: number, action: 'commit' | 'rollback'): Promise<void> {
    const transaction = open.get(id);
    open.delete(id);
    transaction?.[action]();
    await (action === 'commit' ? transaction?.ended : transaction?.ended.catch(() => {}));
  }

  function transactionOf(id: number): Promise<StoreTransaction> {
    const found = open.get(id);
    if (!found) throw new Error('The transaction has ended.');
    return found.transaction;
  }

  return {
    run: async (request: StoreRequest): Promise<readonly unknown[]> => {
      switch (request.action) {
        case 'begin':
          await begin(request.transaction);
          return [];
        case 'commit':
        case 'rollback':
          await end(request.transaction, request.action);
          return [];
        case 'query': {
          const { transaction: id, text, parameters } = request;
          const target = id === undefined ? store : await transactionOf(id);
          return target.query(text, Parameters.parse(parameters));
        }
        case 'copy': {
          const { table, columns, content } = request;
          const target = await transactionOf(request.transaction);
          if (typeof content === 'string') await target.copy(table, columns, content);
          else await target.copyBinary(table, columns, Buffer.from(content));
          return [];
        }
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([...open.keys()].map((id) => end(id, 'rollback')));
    },
  };
}
