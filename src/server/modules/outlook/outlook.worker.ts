// Fits the forecast of an issue day, which takes longer than the server's thread may be busy.
import { parentPort } from 'node:worker_threads';
import { computeOutlook } from '#domain/outlook/compute-outlook.ts';
import type { OutlookResult } from '#domain/outlook/outlook-result.ts';
import { runAfterServerThread } from '../../db/thread-priority.ts';
import type { TaskRequest, TaskResponse } from '../../worker-task.ts';
import type { FitInput } from './fits.ts';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
runAfterServerThread();

port.on('message', ({ id, input }: TaskRequest<FitInput>) => {
  let response: TaskResponse<OutlookResult>;
  try {
    response = { id, output: computeOutlook(input.training, input.current) };
  } catch (error) {
    response = { id, message: String(error) };
  }
  port.postMessage(response);
});
