// Writes a Parquet file, which takes longer than the server's thread may be busy.

import type { StoredSeries } from '#domain/series-columns.ts';
import { isDiskFull } from '#server/db/errors.ts';
import { answerTasks } from '#server/worker-task.ts';
import { createParquetFile, type ParquetFile, type ParquetSummary, type Site } from './parquet-file.ts';

/** A file is begun, gets values, and is finished; then the next one. Only `finish` has a result. */
export type ParquetTask =
  | { readonly kind: 'begin'; readonly file: string }
  | { readonly kind: 'add'; readonly site: Site; readonly block: StoredSeries }
  | { readonly kind: 'finish'; readonly metadata: Readonly<Record<string, string>> };

const diskFullMessage = 'The disk is full. Free some space, then write the files again.';

let current: ParquetFile | undefined;

answerTasks(perform, { toMessage: (error) => (isDiskFull(error) ? diskFullMessage : String(error)) });

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
