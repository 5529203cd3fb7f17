import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { readFreeBytes } from '../../disk.ts';
import { useEngine } from '../../limits/request-budget.ts';
import { describeCause } from '../errors.ts';
import type { Engine, EngineError, EngineRequest, EngineResponse, EngineSession } from './engine.ts';

const entry = new URL('./engine.worker.ts', import.meta.url);

/** The thread holds little of its own; without limits it would collect garbage late. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

/** Not open yet. */
export const lateCode = 'CONNECT_TIMEOUT';

type Patience = {
  readonly checkEveryMs: number;
  /** Checks after which a process that does nothing is given up. */
  readonly maxIdleChecks: number;
  /** Milliseconds of the processor that this process has used. */
  readonly usedCpu: () => number;
  readonly hasSpace: () => Promise<boolean>;
  readonly onWait: (message: string) => void;
};

/** Less than this share of the time is what a process uses that only waits. */
const idleShare = 0.002;

/**
 * Waits until the database is open. A recovery after a crash takes seconds, and minutes on a busy machine: it may go on as
 * long as this process works. An engine that cannot write may try for ever, which ends where the disk is full.
 * @throws EngineFailed CONNECT_TIMEOUT
 */
export async function waitForOpening(
  opened: Promise<void>,
  { checkEveryMs, maxIdleChecks, usedCpu, hasSpace, onWait }: Patience,
): Promise<void> {
  const isOpen = opened.then(() => true as const);
  let idleChecks = 0;
  for (let checks = 1, before = usedCpu(); ; checks += 1) {
    const pause = new AbortController();
    const isLate = sleep(checkEveryMs, false as const, { signal: pause.signal });
    try {
      if (await Promise.race([isOpen, isLate])) return;
    } finally {
      isLate.catch(() => {});
      pause.abort();
    }
    const used = usedCpu();
    idleChecks = used - before < checkEveryMs * idleShare ? idleChecks + 1 : 0;
    before = used;
    const seconds = (checks * checkEveryMs) / 1000;
    if (idleChecks >= maxIdleChecks || (checks >= maxIdleChecks && !(await hasSpace()))) {
      throw new EngineFailed({ message: `it was not open after ${seconds} s`, code: lateCode });
    }
    onWait(`The embedded database is still opening (busy machine): ${seconds} s so far.`);
  }
}

const patience = (folder: string): Patience => ({
  checkEveryMs: 10_000,
  maxIdleChecks: 12,
  usedCpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  hasSpace: async () => (await readFreeBytes(folder).catch(() => Number.POSITIVE_INFINITY)) >= minFreeBytes,
  onWait: (message) => console.warn(message),
});

/** After a failure to open, calls within this time are refused without another try. */
const reopenAfterMs = 1000;

/** The engine refused a statement, or its thread ended; `code` is an SQLSTATE, or as of a lost connection. */
export class EngineFailed extends Error {
  override name = 'EngineFailed';
  readonly code: string | undefined;

  constructor({ message, code }: EngineError) {
    super(message);
    this.code = code;
  }
}

type Result = { readonly rows: unknown[]; readonly cpuMs: number };

type Connection = EngineSession & {
  readonly ended: Promise<void>;
  interrupt(): void;
  close(): Promise<void>;
};

/** A request without its number. */
type Task = EngineRequest extends infer Request
  ? Request extends EngineRequest
    ? Omit<Request, 'id'>
    : never
  : never;

/**
 * Opens the embedded database of a folder in a worker thread, brings its tables up to date, and opens it again when
 * its thread has ended: the engine panics, e.g., where the disk is full.
 * @throws EngineFailed
 */
export async function openWorkerEngine(folder: string): Promise<Engine> {
  let current: Promise<Connection> | undefined;
  let failure: { readonly at: number; readonly error: unknown } | undefined;

  async function open(): Promise<Connection> {
    try {
      const connection = await connect(folder);
      connection.ended.then(() => {
        current = undefined;
      });
      return connection;
    } catch (cause) {
      current = undefined;
      const error = await toUnavailable(folder, cause);
      failure = { at: performance.now(), error };
      throw error;
    }
  }

  function session(): Promise<Connection> {
    if (current) return current;
    if (failure && performance.now() - failure.at < reopenAfterMs) return Promise.reject(failure.error);
    current = open();
    return current;
  }

  await session();
  return {
    session,
    interrupt: () => {
      current?.then((connection) => connection.interrupt());
    },
    close: async () => (await current)?.close(),
  };
}

/** Below this, the engine fails in the midst of writing its files, with errors of many kinds. */
const minFreeBytes = 64 * 1024 * 1024;

/** An error with a code of its own stays; without one, it is that of a full disk or of a lost connection. */
async function toUnavailable(folder: string, cause: unknown): Promise<EngineFailed> {
  if (cause instanceof EngineFailed && cause.code !== undefined && cause.code !== lateCode) return cause;
  const free = await readFreeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  const isLate = cause instanceof EngineFailed && cause.code === lateCode;
  const code = free < minFreeBytes ? 'ENOSPC' : isLate ? lateCode : 'CONNECTION_CLOSED';
  return new EngineFailed({ message: describeCause(cause), code });
}

/** Starts the thread and waits until the database is open. */
async function connect(folder: string): Promise<Connection> {
  const worker = new Worker(entry, { workerData: folder, resourceLimits });
  const pending = new Map<number, PromiseWithResolvers<Result>>();
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let isOver = false;
  let lastId = 0;

  const end = (message: string) => {
    if (isOver) return;
    isOver = true;
    const error = new EngineFailed({ message, code: 'CONNECTION_CLOSED' });
    opened.reject(error);
    for (const request of pending.values()) request.reject(error);
    pending.clear();
    ended.resolve();
  };
  worker.on('message', (response: EngineResponse) => {
    if (response.kind === 'opened') opened.resolve();
    else if (response.kind === 'failed') opened.reject(new EngineFailed(response.error));
    else {
      const request = pending.get(response.id);
      pending.delete(response.id);
      if (response.kind === 'result') request?.resolve(response);
      else request?.reject(new EngineFailed(response.error));
      if (response.kind === 'refused' && response.error.isLast) {
        end(`The embedded database stopped: ${response.error.message}`);
        worker.terminate();
      }
    }
  });
  worker.on('error', (error) => end(`The embedded database stopped: ${error.message}`));
  worker.on('exit', () => end('The embedded database was closed.'));

  function send(task: Task): Promise<Result> {
    if (isOver) {
      throw new EngineFailed({ message: 'The embedded database was closed.', code: 'CONNECTION_CLOSED' });
    }
    lastId += 1;
    const request = Promise.withResolvers<Result>();
    pending.set(lastId, request);
    worker.postMessage({ ...task, id: lastId });
    return request.promise;
  }

  try {
    await waitForOpening(opened.promise, patience(folder));
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    run: async ({ text, parameters, blob }) => {
      const { rows, cpuMs } = await send({ kind: 'run', text, parameters, blob });
      useEngine(cpuMs);
      return rows;
    },
    ended: ended.promise,
    // Its requests are rejected when the thread has ended, so that never two of them have the files open.
    interrupt: () => void worker.terminate(),
    close: async () => {
      if (isOver) return;
      await send({ kind: 'close' });
      await ended.promise;
    },
  };
}
