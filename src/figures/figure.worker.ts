// Draws figures, which takes longer than the server's thread may be busy.
import { parentPort } from 'node:worker_threads';
import type { FigureTask } from '#contract/figure.ts';
import { estimateTextWidths } from '#kits/chart/export/render-svg.ts';
import { runAfterServerThread } from '#server/db/thread-priority.ts';
import type { TaskRequest, TaskResponse } from '#server/worker-task.ts';
import { writeFigure } from './write-figure.ts';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
runAfterServerThread();
estimateTextWidths();

port.on('message', async ({ id, input }: TaskRequest<FigureTask>) => {
  let response: TaskResponse<Uint8Array>;
  try {
    response = { id, output: await writeFigure(input) };
  } catch (error) {
    response = { id, message: String(error) };
  }
  port.postMessage(response);
});
