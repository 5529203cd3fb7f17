import { parentPort, Worker } from 'node:worker_threads';
import { runAfterServerThread } from './db/thread-priority.ts';
import { timeLimit } from './limits/time-limit.ts';

export type TaskRequest<Input> = { readonly id: number; readonly input: Input };
export type TaskResponse<Output> = { readonly id: number } & (
  | { readonly output: Output }
  | { readonly message: string }
);

export type WorkerTask<Input, Output> = {
  (input: Input): Promise<Output>;
  /** Ends the thread and what it computes; the next call starts another one. */
  end(): Promise<void>;
};

/**
 * Creates a function that computes in a worker thread, one input after the other. The thread starts with the first
 * call, starts again after a failure, and keeps no process from ending. It is ended if an input is not done within
 * `timeoutMs`, the time that it waits for others included.
 */
export function createWorkerTask<Input, Output>(
  entry: URL,
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): WorkerTask<Input, Output> {
  let current: { worker: Worker; pending: Map<number, PromiseWithResolvers<Output>> } | undefined;
  let lastId = 0;

  function start() {
    const worker = new Worker(entry);
    const pending = new Map<number, PromiseWithResolvers<Output>>();
    const started = { worker, pending };
    const end = (error: Error) => {
      if (current === started) current = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    worker.unref();
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The worker thread ended.')));
    worker.on('message', (response: TaskResponse<Output>) => {
      const request = pending.get(response.id);
      pending.delete(response.id);
      if ('output' in response) request?.resolve(response.output);
      else request?.reject(new Error(response.message));
    });
    return started;
  }

  const run = (input: Input) => {
    current ??= start();
    lastId += 1;
    const request = Promise.withResolvers<Output>();
    current.pending.set(lastId, request);
    const { worker } = current;
    worker.postMessage({ id: lastId, input } satisfies TaskRequest<Input>);
    if (timeoutMs === undefined) return request.promise;
    const timer = setTimeout(() => void worker.terminate(), timeLimit(timeoutMs)).unref();
    return request.promise.finally(() => clearTimeout(timer));
  };
  return Object.assign(run, {
    end: async () => {
      await current?.worker.terminate();
    },
  });
}

type AnswerSettings<Output> = {
  /** Says what went wrong. */
  readonly toMessage?: (error: unknown) => string;
  /** The memory of a result that the server's thread takes over. */
  readonly transfer?: (output: Output) => ArrayBuffer[];
};

/**
 * Makes a worker thread compute what `createWorkerTask` sends from the server's thread.
 * @throws Error outside of a worker thread
 */
export function answerTasks<Input, Output>(
  compute: (input: Input) => Output | Promise<Output>,
  { toMessage = String, transfer = () => [] }: AnswerSettings<Output> = {},
): void {
  const port = parentPort;
  if (!port) throw new Error('This file is the entry of a worker thread.');
  runAfterServerThread('tasks');
  port.on('message', async ({ id, input }: TaskRequest<Input>) => {
    let response: TaskResponse<Output>;
    try {
      response = { id, output: await compute(input) };
    } catch (error) {
      response = { id, message: toMessage(error) };
    }
    port.postMessage(response, 'output' in response ? transfer(response.output) : []);
  });
}
