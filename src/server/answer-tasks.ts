import { parentPort } from 'node:worker_threads';
import { runAfterServerThread } from './db/thread-priority.ts';
import type { TaskRequest, TaskResponse } from './worker-task.ts';

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
  runAfterServerThread();
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
