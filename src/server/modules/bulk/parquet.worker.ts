// Writes a Parquet file, which takes longer than the server's thread may be busy.
import { parentPort } from 'node:worker_threads';
import { isDiskFull } from '../../db/errors.ts';
import { runAfterServerThread } from '../../db/thread-priority.ts';
import type { TaskRequest, TaskResponse } from '../../worker-task.ts';
import { createParquetFile, type ParquetFile, type ParquetSummary, type Site } from './parquet-file.ts';
import type { ValueBlock } from './value-blocks.ts';

/** A file is begun, gets values, and is finished; then the next one. Only `finish` has a result. */
export type ParquetTask =
  | { readonly kind: 'begin'; readonly file: string }
  | { readonly kind: 'add'; readonly site: Site; readonly block: ValueBlock }
  | { readonly kind: 'finish'; readonly metadata: Readonly<Record<string, string>> };

const diskFullMessage = 'The disk is full. Free some space, then write the files again.';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
runAfterServerThread();

let current: ParquetFile | undefined;

port.on('message', ({ id, input }: TaskRequest<ParquetTask>) => {
  let response: TaskResponse<ParquetSummary | undefined>;
  try {
    response = { id, output: perform(input) };
  } catch (error) {
    response = { id, message: isDiskFull(error) ? diskFullMessage : String(error) };
  }
  port.postMessage(response);
});

function perform(task: ParquetTask): ParquetSummary | undefined {
  if (task.kind === 'begin') {
    current = createParquetFile(task.file);
    return undefined;
  }
  if (!current) throw new Error('No file has been begun.');
  if (task.kind === 'finish') return current.finish(task.metadata);
  current.add(task.site, task.block);
  return undefined;
}
