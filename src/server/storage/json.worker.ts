// Parses uploaded JSON, which for 50 MB takes longer than the server's thread may be busy.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { runAfterServerThread } from '../db/thread-priority.ts';
import type { TaskRequest, TaskResponse } from '../worker-task.ts';
import type { JsonFault } from './detect-type.ts';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
runAfterServerThread();

port.on('message', ({ id, input: file }: TaskRequest<string>) => {
  let response: TaskResponse<JsonFault | undefined>;
  try {
    response = { id, output: findFault(readFileSync(file, 'utf8')) };
  } catch (error) {
    response = { id, message: String(error) };
  }
  port.postMessage(response);
});

function findFault(text: string): JsonFault | undefined {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return undefined;
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return line && column ? { line: Number(line), column: Number(column) } : {};
  }
}
