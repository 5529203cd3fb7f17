import path from 'node:path';
import { sql } from 'drizzle-orm/sql';
import { describeDeliverers } from '#domain/deliverer.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { readDemoState } from '#server/db/demonstration.ts';
import { type Queryable, withSignal } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { readFreeBytes } from '#server/disk.ts';
import { readDataVersion } from '#server/http/query-cache.ts';
import { createWorkerTask, type WorkerTask } from '#server/worker-task.ts';
import type { BulkFile, BulkManifest } from '../contract.ts';
import { completeSet, createPartFolder, removeAbandonedParts } from './bulk-folder.ts';
import type { ParquetTask } from './parquet.worker.ts';
import { type BulkSeries, type ParquetSummary, readSeriesOf, readValueBlocks } from './parquet-file.ts';

/** The files could not be written; `message` says why and what to do. */
export class BulkFailed extends Error {
  override name = 'BulkFailed';
}

export type WriteSetOptions = {
  readonly store: Store;
  /** The folder of all sets. */
  readonly folder: string;
  readonly providers: readonly string[];
  /** Bytes that must stay free on the disk. */
  readonly minFreeBytes: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Called before each record is read. */
  onSeries(done: number, total: number): void;
};

type Writer = WorkerTask<ParquetTask, ParquetSummary | undefined>;

/** The data changed while they were read. */
class DataChanged extends Error {}

const maxAttempts = 3;

/**
 * Writes a set of files of one state of the database, which then takes the place of the former set; nothing has
 * happened if it fails. The caller holds the lock of the folder.
 * @throws BulkFailed
 */
export async function writeSet(options: WriteSetOptions): Promise<BulkManifest> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await readUnchanging(options.store, (from) => writeOnce(from, options));
    } catch (error) {
      if (!(error instanceof DataChanged)) throw error;
      options.signal.throwIfAborted();
    }
  }
  throw new BulkFailed(
    `The data changed ${maxAttempts} times while the files were being written, as during an import. Write them again later.`,
  );
}

/** A server shows one state to a transaction. In the embedded engine, that would make everybody else wait. */
function readUnchanging<T>(store: Store, work: (from: Queryable) => Promise<T>): Promise<T> {
  if (store.engine === 'pglite') return work(store);
  return store.transaction(async (transaction) => {
    await transaction.query(sql`set transaction isolation level repeatable read, read only`);
    return work(transaction);
  });
}

async function writeOnce(from: Queryable, options: WriteSetOptions): Promise<BulkManifest> {
  const { folder, providers, signal } = options;
  await removeAbandonedParts(folder);
  const generatedAt = options.now();
  const about = { data_version: await readDataVersion(from), generated_at: generatedAt.toISOString() };
  const { has_data: isDemonstration } = await readDemoState(from);
  const series = await readSeriesOf(from, providers);
  await checkFreeSpace(options, series);
  const part = createPartFolder(folder, generatedAt);
  const write: Writer = createWorkerTask(new URL('./parquet.worker.ts', import.meta.url));
  try {
    const files: BulkFile[] = [];
    let done = 0;
    const onSeries = () => options.onSeries(done++, series.length);
    for (const ofParameter of Map.groupBy(series, ({ parameter_ndx }) => parameter_ndx).values()) {
      const file = await writeParameter(ofParameter, {
        ...{ from, write, part, about, isDemonstration, files, signal, onSeries },
      });
      if (file) files.push(file);
      if ((await readDataVersion(from)) !== about.data_version) throw new DataChanged();
    }
    const open_providers = providers.toSorted();
    const manifest = { ...about, time_zone: basinTimeZone(), note, open_providers, files };
    await completeSet(part, manifest);
    return manifest;
  } finally {
    await write.end();
    await removeAbandonedParts(folder);
  }
}

/** More than the files of any parameter take; the demonstration’s take 2 bytes. */
const bytesPerValue = 8;

/** A disk without space would stop the database, too. @throws BulkFailed */
async function checkFreeSpace({ folder, minFreeBytes }: WriteSetOptions, series: readonly BulkSeries[]) {
  const values = series.reduce((sum, { total_samples }) => sum + total_samples, 0);
  const needed = minFreeBytes + values * bytesPerValue;
  const free = await readFreeBytes(folder);
  if (free >= needed) return;
  throw new BulkFailed(
    `Writing ${values} values may take the disk of ${path.resolve(folder)} to its end: ${toMegabytes(free)} MB are free, and ${toMegabytes(needed)} MB should be. Free some space, then write the files again.`,
  );
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

type ParameterOptions = Pick<WriteSetOptions, 'signal'> & {
  readonly from: Queryable;
  readonly write: Writer;
  readonly part: string;
  readonly about: Pick<BulkManifest, 'data_version' | 'generated_at'>;
  readonly isDemonstration: boolean;
  /** The files before this one. */
  readonly files: readonly BulkFile[];
  /** Called before each record. */
  onSeries(): void;
};

/** Writes the file of one parameter; undefined if none of its records has a value. */
async function writeParameter(
  series: readonly BulkSeries[],
  { from, write, part, about, isDemonstration, files, signal, onSeries }: ParameterOptions,
): Promise<BulkFile | undefined> {
  const written: BulkSeries[] = [];
  let file = '';
  for (const each of series) {
    onSeries();
    for await (const block of readValueBlocks(withSignal(from, signal), each)) {
      if (written.length === 0) {
        file = fileNameOf(each, files);
        await write({ kind: 'begin', file: path.join(part, file) });
      }
      if (written.at(-1) !== each) written.push(each);
      await write({ kind: 'add', site: each, block });
    }
  }
  const [first] = written;
  if (!first) return undefined;
  const providers = [...new Set(written.map(({ provider }) => provider))].sort();
  const { parameter_name, units_name } = first;
  const summary = await write({
    kind: 'finish',
    metadata: {
      parameter: parameter_name,
      units: units_name,
      source: describeDeliverers(written),
      time_zone: basinTimeZone(),
      note,
      ...(isDemonstration && { demonstration: demonstrationNote }),
      ...about,
    },
  });
  return summary && { file, parameter_name, units_name, providers, ...summary };
}

/** `Snow Water Equivalent` gives `snow-water-equivalent.parquet`. The id makes a name unique where it has to. */
function fileNameOf(
  { parameter_name, parameter_ndx }: BulkSeries,
  others: readonly Pick<BulkFile, 'file'>[],
): string {
  const name = parameter_name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  const isFree = name !== '' && others.every(({ file }) => file !== `${name}.parquet`);
  return isFree ? `${name}.parquet` : `${name || 'parameter'}-${parameter_ndx}.parquet`;
}

const note =
  'Values of the agencies named as source, whose terms apply: cite them. Approval A is approved, P provisional and subject to revision. Values with a flag fail a quality rule, and no statistic of the portal has them. Dates are days in the time zone.';
