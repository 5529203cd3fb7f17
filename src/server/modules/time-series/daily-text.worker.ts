// Writes daily values as text, which for a whole record takes longer than the server's thread may be busy.
import { parentPort } from 'node:worker_threads';
import { runAfterServerThread } from '../../db/thread-priority.ts';
import type { TaskRequest, TaskResponse } from '../../worker-task.ts';
import type { DailyTextTask } from './daily-download.ts';
import { writeDailyText } from './daily-text.ts';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
runAfterServerThread();

port.on('message', ({ id, input }: TaskRequest<DailyTextTask>) => {
  let response: TaskResponse<Uint8Array<ArrayBuffer>>;
  try {
    const text = writeDailyText(input.rows, input.format);
    response = { id, output: new TextEncoder().encode(text) };
  } catch (error) {
    response = { id, message: String(error) };
  }
  port.postMessage(response, 'output' in response ? [response.output.buffer] : []);
});
