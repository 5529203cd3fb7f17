import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { handOver } from '#ingest/hand-over.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { processorMsOf } from '../support/child-processes.ts';
import { createDatabase } from '../support/database-templates.ts';
import { copyLoad, createLoad, runImport } from '../support/import-load.ts';
import { killImportPortal, measureImportMemory, startImportPortal } from '../support/import-portal.ts';
import { writeFeatures } from '../support/large-features.ts';
import { createCluster } from '../support/postgres.ts';
import { disposable } from '../support/test-app.ts';
import { type BenchResult, readProcessor } from './measure.ts';

type InEmpty = (work: (store: Store) => Promise<number>) => Promise<number>;

/**
 * Compares the processor time of an import of HydroMet values with that of a bare COPY of the same rows, into empty databases of
 * both kinds.
 */
export async function benchIngest(count = 5_000_000): Promise<BenchResult[]> {
  const results = [await compareWithCopy('embedded', count, 2, inFolder, readProcessor)];
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.log(`PostgreSQL is not measured: ${cluster.unavailable}.`);
    return results;
  }
  try {
    const readBoth = () => readProcessor() + processorMsOf(cluster.pid());
    results.push(
      await compareWithCopy('PostgreSQL', count, 2.8, (work) => inDatabase(cluster.url, work), readBoth),
    );
  } finally {
    await cluster.remove();
  }
  return results;
}

async function compareWithCopy(
  engine: string,
  count: number,
  limit: number,
  inEmpty: InEmpty,
  readMs: () => number,
): Promise<BenchResult> {
  const load = createLoad(count);
  const copied = await inEmpty((store) => copyLoad(load, store, readMs));
  const imported = await inEmpty(async (store) => {
    const began = readMs();
    const report = await runImport(load, store);
    if (report.rows_written < load.count) {
      throw new Error(`${report.rows_written} of ${load.count} written: ${report.failures[0]?.message}`);
    }
    return readMs() - began - load.buildMs();
  });
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  return {
    what: `Import of ${load.count} daily values, against a bare COPY of the same rows, ${engine}`,
    value: imported / copied,
    unit: '×',
    limit,
    detail: `${seconds(imported)} against ${seconds(copied)}, ${load.columns.length} series`,
  };
}

/** Some 200 MB. */
const daysOfLargeFile = 12_400;

/** Measures the memory of an import of a large file into the embedded database of a portal that runs. */
export async function benchLargeImport(daysPerSeries = daysOfLargeFile): Promise<BenchResult[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'portal-large-'));
  const file = path.join(folder.path, 'features.json');
  const bytes = await writeFeatures(file, daysPerSeries);
  const dataDir = path.join(folder.path, 'data');
  const portal = await startImportPortal({ DATA_DIR: dataDir });
  const began = performance.now();
  const { result, memory } = await measureImportMemory(portal, () =>
    handOver(dataDir, { source: 'usgs', file }, { onProgress: () => {} }),
  ).finally(() => killImportPortal(portal));
  if (result.status !== 'succeeded') throw new Error(`The import of the large file ${result.status}.`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { portalGrowth, importPeak } = memory;
  const peak = {
    what: `Import of a file of ${Math.round(bytes / 1e6)} MB, memory of its process and of the portal beside it`,
    value: importPeak + Math.max(0, portalGrowth),
    unit: 'MB',
    limit: 300,
    detail: `process of the import at most ${importPeak.toFixed(0)} MB, portal ${portalGrowth.toFixed(0)} MB more than before, ${seconds} s`,
  };
  return [peak];
}

const inFolder: InEmpty = async (work) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'portal-ingest-'));
  await using store = disposable(await openStore(folder.path));
  return await work(store);
};

async function inDatabase(server: string, work: Parameters<InEmpty>[0]): Promise<number> {
  const { url, drop } = await createDatabase(server);
  const store = await openStore(url);
  try {
    return await work(store);
  } finally {
    await store.close();
    await drop();
  }
}
